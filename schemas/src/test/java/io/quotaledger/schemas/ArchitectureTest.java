package io.quotaledger.schemas;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * Who may use whom (design: "Parts"). Every module has a test of this name with its own list of what it may use of ours;
 * this module may use none.
 */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quotaledger.schemas");

    @Test
    void shouldUseNoOtherModule() {
        noClasses()
                .should()
                .dependOnClassesThat(ourClassesOutside("io.quotaledger.schemas"))
                .check(CLASSES);
    }

    @Test
    void shouldUseNothingButAvroKafkaJacksonAndSlf4j() {
        classes()
                .that()
                .resideOutsideOfPackage("io.quotaledger.schemas.avro..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.schemas..",
                        "java..",
                        "org.apache.avro..",
                        "org.apache.kafka.clients.admin..",
                        "org.apache.kafka.common..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> ourClassesOutside(String allowed) {
        return JavaClass.Predicates.resideInAPackage("io.quotaledger..")
                .and(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage(allowed + "..")));
    }
}
