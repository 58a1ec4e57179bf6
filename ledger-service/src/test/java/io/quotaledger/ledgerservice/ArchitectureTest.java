package io.quotaledger.ledgerservice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may know whom in the service. */
class ArchitectureTest {
    private static final JavaClasses SERVICE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quotaledger.ledgerservice");

    @Test
    void shouldDependOnlyOnItsModulesWhenUsingOurCode() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.gatewayfilter..",
                        "io.quotaledger.localstack..",
                        "io.quotaledger.quickstart..",
                        "org.springframework..")
                .check(SERVICE);
    }

    @Test
    void shouldReadTheLedgerOnlyThroughItsReadSideWhenAnswering() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.streamstopology.ledger..",
                        "io.quotaledger.streamstopology.state..",
                        "io.quotaledger.streamstopology.outputs..")
                .check(SERVICE);
    }

    @Test
    void shouldTalkHttpOnlyAtTheEdgeWhenHandlingRequests() {
        classes()
                .that()
                .resideInAnyPackage("..ledgerservice.kafka..", "..ledgerservice.ledger..", "..ledgerservice.sync..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("io.micronaut.http..", "io.quotaledger.ledgerservice.api..")
                .check(SERVICE);
    }

    @Test
    void shouldHaveNoCyclesWhenPackagesUseEachOther() {
        slices().matching("io.quotaledger.ledgerservice.(*)..")
                .should()
                .beFreeOfCycles()
                .check(SERVICE);
    }
}
