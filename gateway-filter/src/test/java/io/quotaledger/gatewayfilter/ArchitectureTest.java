package io.quotaledger.gatewayfilter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quotaledger.gatewayfilter");

    @Test
    void shouldKnowNothingOfTheLedger() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.streamstopology..",
                        "io.quotaledger.ledgerservice..",
                        "org.apache.kafka.streams..")
                .check(CLASSES);
    }

    @Test
    void shouldReachRedisThroughTheStoreOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lettuce..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveStepsThatDoNotDependOnEachOtherInCircles() {
        slices().matching("io.quotaledger.gatewayfilter.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void shouldKeepOptionalTechnologiesAtTheEdge() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..autoconfigure..", "..web..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.cloud..")
                .check(CLASSES);
    }
}
