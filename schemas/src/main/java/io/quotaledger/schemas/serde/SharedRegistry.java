package io.quotaledger.schemas.serde;

import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * A registry with memory: asked once per schema and once per id, for ever. All serdes of the process with equal settings
 * share one, so that what {@link SchemaRegistration} asked at start is known to them all.
 */
final class SharedRegistry implements SchemaRegistry {
    private static final ConcurrentHashMap<RegistryConfig, SharedRegistry> BY_CONFIG = new ConcurrentHashMap<>();

    private record Registration(String subject, Schema schema) {}

    private final SchemaRegistry registry;
    private final LoadOnce<Registration, Integer> ids = new LoadOnce<>();
    private final LoadOnce<Integer, Schema> schemas = new LoadOnce<>();

    SharedRegistry(SchemaRegistry registry) {
        this.registry = registry;
    }

    static SharedRegistry of(RegistryConfig config) {
        return BY_CONFIG.computeIfAbsent(config, SharedRegistry::open);
    }

    private static SharedRegistry open(RegistryConfig config) {
        var url = config.urls().get(0);
        return new SharedRegistry(MockRegistry.handles(url) ? MockRegistry.at(url) : new SchemaRegistryClient(config));
    }

    @Override
    public int register(String subject, Schema schema) {
        return ids.get(new Registration(subject, schema), this::registerNew);
    }

    @Override
    public Schema schema(int id) {
        return schemas.get(id, registry::schema);
    }

    private int registerNew(Registration asked) {
        var schema = NeutralSchema.of(asked.schema());
        int id = registry.register(asked.subject(), schema);
        schemas.put(id, schema);
        return id;
    }
}
