package io.quotaledger.schemas.serde;

import io.quotaledger.schemas.Topic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads generated records in Confluent's wire format, whichever compatible version of the schema wrote them; safe for all
 * threads once configured. Settings: {@link RegistryConfig}. The registry is asked once per writer's schema.
 *
 * @param <T> type of the records
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {
    private final ConcurrentHashMap<Integer, RecordDecoder> decoders = new ConcurrentHashMap<>();
    private final @Nullable Class<T> expected;
    private @Nullable SharedRegistry registry;
    private boolean isKey;

    /** Reads whatever record a topic holds; in topics of the catalogue only what the catalogue says. */
    public AvroDeserializer() {
        this.expected = null;
    }

    /** Reads records of one type. */
    public AvroDeserializer(Class<T> type) {
        this.expected = type;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.registry = SharedRegistry.of(RegistryConfig.from(configs));
        this.isKey = isKey;
    }

    /**
     * The record; null for null.
     *
     * @throws SerializationException if the bytes will never be readable: foreign format, unknown schema, broken or
     *     surplus bytes, a record that does not belong into the topic
     * @throws RegistryUnavailableException if the schema is not known yet and the registry gives no answer: try again
     */
    @Override
    @SuppressWarnings("unchecked") // The type is checked against what was asked for or what the catalogue says.
    public @Nullable T deserialize(String topic, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        try {
            var decoder = decoder(WireFormat.schemaId(data));
            requireType(topic, decoder.type());
            return (T) decoder.decode(data);
        } catch (SerializationException e) {
            throw new SerializationException("Cannot read a record of topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private RecordDecoder decoder(int id) {
        var decoder = decoders.get(id);
        return decoder != null ? decoder : newDecoder(id);
    }

    private RecordDecoder newDecoder(int id) {
        if (registry == null) {
            throw new IllegalStateException("The deserializer is not configured");
        }
        var written = registry.schema(id);
        return decoders.computeIfAbsent(id, unused -> new RecordDecoder(written));
    }

    private void requireType(String topic, Class<?> type) {
        var wanted = wanted(topic);
        if (wanted != null && wanted != type) {
            throw new SerializationException(
                    "the record is of type " + type.getSimpleName() + ", not " + wanted.getSimpleName());
        }
    }

    private @Nullable Class<?> wanted(String topic) {
        if (expected != null || isKey) {
            return expected;
        }
        var inCatalogue = Topic.named(topic);
        return inCatalogue.isPresent() ? inCatalogue.get().valueType() : null;
    }
}
