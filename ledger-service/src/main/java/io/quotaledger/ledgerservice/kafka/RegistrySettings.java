package io.quotaledger.ledgerservice.kafka;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.convert.format.MapFormat;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.Map;

/**
 * Where the schema registry is.
 *
 * @param url base address of its Confluent API
 * @param properties passed through to the serdes as {@code schema.registry.<name>}
 */
@ConfigurationProperties("quota.schema-registry")
public record RegistrySettings(
        String url,

        @Bindable(defaultValue = "")
        @MapFormat(transformation = MapFormat.MapTransformation.FLAT, keyFormat = StringConvention.RAW)
        Map<String, String> properties) {}
