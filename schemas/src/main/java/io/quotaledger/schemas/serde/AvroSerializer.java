package io.quotaledger.schemas.serde;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes generated records in Confluent's wire format; safe for all threads once configured. Settings:
 * {@link RegistryConfig}. The registry is asked at a schema's first record of a topic, or before by {@link #register}.
 *
 * @param <T> type of the records
 */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {
    private record Key(String topic, Schema schema) {}

    private final ConcurrentHashMap<Key, RecordEncoder> encoders = new ConcurrentHashMap<>();
    private final boolean byRecordName;
    private @Nullable SharedRegistry registry;
    private boolean isKey;

    /** Registers schemas under the topic's name, as {@code <topic>-value} or {@code <topic>-key}. */
    public AvroSerializer() {
        this(false);
    }

    AvroSerializer(boolean byRecordName) {
        this.byRecordName = byRecordName;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.registry = SharedRegistry.of(RegistryConfig.from(configs));
        this.isKey = isKey;
    }

    /**
     * Makes sure that the registry has the schema for the topic, so that later records of it need no registry.
     *
     * @return id of the schema
     * @throws SerializationException if the registry refuses the schema
     * @throws RegistryUnavailableException if it gives no answer
     */
    public int register(String topic, Schema schema) {
        if (registry == null) {
            throw new IllegalStateException("The serializer is not configured");
        }
        return registry.register(byRecordName ? schema.getFullName() : topic + (isKey ? "-key" : "-value"), schema);
    }

    /**
     * The record's bytes; null for null.
     *
     * @throws SerializationException if the record lacks a field or the registry refuses its schema
     * @throws RegistryUnavailableException if the schema's id is not known yet and the registry gives no answer
     */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T data) {
        if (data == null) {
            return null;
        }
        return encoder(topic, data.getSchema()).encode(data);
    }

    private RecordEncoder encoder(String topic, Schema schema) {
        var key = new Key(topic, schema);
        var encoder = encoders.get(key);
        return encoder != null ? encoder : newEncoder(key);
    }

    private RecordEncoder newEncoder(Key key) {
        int id = register(key.topic(), key.schema());
        return encoders.computeIfAbsent(key, unused -> new RecordEncoder(key.schema(), id));
    }
}
