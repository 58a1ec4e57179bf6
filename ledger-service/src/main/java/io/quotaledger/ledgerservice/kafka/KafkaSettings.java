package io.quotaledger.ledgerservice.kafka;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.convert.format.MapFormat;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.Map;

/**
 * Where Kafka is.
 *
 * @param bootstrapServers {@code host:port}, comma-separated
 * @param properties passed through to every client as they stand, such as TLS and SASL settings
 */
@ConfigurationProperties("quota.kafka")
public record KafkaSettings(
        String bootstrapServers,

        @Bindable(defaultValue = "")
        @MapFormat(transformation = MapFormat.MapTransformation.FLAT, keyFormat = StringConvention.RAW)
        Map<String, String> properties) {}
