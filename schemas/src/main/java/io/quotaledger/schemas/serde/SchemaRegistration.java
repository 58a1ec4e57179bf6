package io.quotaledger.schemas.serde;

import io.quotaledger.schemas.Topic;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registration of all schemas at the start of a process, after which an outage of the registry does not matter. */
public final class SchemaRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistration.class);

    private SchemaRegistration() {}

    /**
     * Registers the value schema of every topic of the catalogue, or finds it there. Every serde of this process with the
     * same settings then knows the ids.
     *
     * @param config settings as for the serdes
     * @throws SerializationException if the registry refuses a schema, because it is not compatible with an older one
     * @throws RegistryUnavailableException if it gives no answer
     */
    public static void registerAll(Map<String, ?> config) {
        var registry = SharedRegistry.of(RegistryConfig.from(config));
        for (var topic : Topic.values()) {
            int id = registry.register(topic.subject(), topic.schema());
            LOG.info("schema registered subject={} id={}", topic.subject(), id);
        }
    }
}
