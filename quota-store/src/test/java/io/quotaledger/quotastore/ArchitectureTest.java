package io.quotaledger.quotastore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Of the project only schemas, and no framework. */
final class ArchitectureTest {
    @Test
    void shouldDependOnSchemasAndClientsOnly() {
        var production = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.quotaledger.quotastore");
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.quotaledger.quotastore..",
                        "io.quotaledger.schemas..",
                        "java..",
                        "io.lettuce..",
                        "io.netty..",
                        "org.apache.avro..",
                        "org.apache.kafka.clients.producer..",
                        "org.apache.kafka.common..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "picocli..")
                .check(production);
    }
}
