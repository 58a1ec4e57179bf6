package io.quotaledger.gatewayfilter.autoconfigure;

import io.quotaledger.gatewayfilter.config.QuotaProperties;
import java.util.HashMap;
import java.util.Map;

/** Settings of the application as properties of Kafka clients and serdes. */
final class KafkaSettings {
    private KafkaSettings() {}

    static Map<String, Object> clients(QuotaProperties properties) {
        var settings = new HashMap<String, Object>(properties.kafka().properties());
        settings.put("bootstrap.servers", properties.kafka().bootstrapServers());
        return settings;
    }

    static Map<String, Object> serdes(QuotaProperties properties) {
        var settings = new HashMap<String, Object>(properties.schemaRegistry().properties());
        settings.put("schema.registry.url", properties.schemaRegistry().url());
        return settings;
    }
}
