package io.quotaledger.localstack;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String LAUNCHER = "KafkaLauncher";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quotaledger.localstack");

    @Test
    void shouldUseNoOtherModuleWhenBuilt() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.quotaledger..").and(resideOutsideOfPackage("io.quotaledger.localstack")))
                .check(classes);
    }

    @Test
    void shouldMeetTheBrokerOnlyInItsOwnProcessWhenDependantsHaveNone() {
        noClasses()
                .that()
                .doNotHaveSimpleName(LAUNCHER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("kafka..", "scala..", "org.apache.kafka.server..")
                .check(classes);
    }

    @Test
    void shouldUseNothingElseOfOursWhenTheLauncherTravelsAlone() {
        noClasses()
                .that()
                .haveSimpleName(LAUNCHER)
                .should()
                .dependOnClassesThat(resideInAPackage("io.quotaledger..")
                        .and(describe("are not the launcher", type -> !type.getSimpleName()
                                .equals(LAUNCHER))))
                .check(classes);
    }

    @Test
    void shouldNeedTestcontainersOnlyForContainersWhenItIsOptional() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.Container(Node|Factory)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.testcontainers..", "com.github.dockerjava..", "org.rnorth..")
                .check(classes);
    }
}
