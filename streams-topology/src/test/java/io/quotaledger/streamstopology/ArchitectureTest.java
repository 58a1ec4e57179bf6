package io.quotaledger.streamstopology;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Who may depend on whom. */
class ArchitectureTest {
    private static final String ROOT = "io.quotaledger.streamstopology";
    private static final String LEDGER = ROOT + ".ledger..";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void shouldKeepTheLedgerFreeOfEverythingButTheJdk() {
        classes()
                .that()
                .resideInAPackage(LEDGER)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(LEDGER, "java..", "org.jspecify.annotations..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepClocksAndRandomnessOutOfTheFold() {
        var fold = noClasses()
                .that()
                .resideInAnyPackage(LEDGER, ROOT + ".events..", ROOT + ".outputs..", ROOT + ".records..");
        fold.should().callMethod(Instant.class, "now").check(CLASSES);
        fold.should().callMethod(System.class, "currentTimeMillis").check(CLASSES);
        fold.should().callMethod(System.class, "nanoTime").check(CLASSES);
        fold.should().callMethod(UUID.class, "randomUUID").check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(LEDGER)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, Random.class, ThreadLocalRandom.class)
                .check(CLASSES);
    }

    @Test
    void shouldDependOnNoOtherModuleThanSchemas() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.quotastore..",
                        "io.quotaledger.gatewayfilter..",
                        "io.quotaledger.ledgerservice..",
                        "io.quotaledger.localstack..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepTheReadSideApartFromTheFold() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".query..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LEDGER, ROOT + ".outputs..", ROOT + ".events..")
                .check(CLASSES);
    }
}
