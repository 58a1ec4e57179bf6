package io.quotaledger.schemas.serde;

import io.quotaledger.schemas.Topic;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
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
        } catch (IOException | AvroRuntimeException | SerializationException | ClassCastException e) {
            throw new SerializationException("Cannot read a record of topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private RecordDecoder decoder(int id) {
        var decoder = decoders.get(id);
        return decoder != null ? decoder : decoders.computeIfAbsent(id, this::newDecoder);
    }

    private RecordDecoder newDecoder(int id) {
        if (registry == null) {
            throw new IllegalStateException("The deserializer is not configured");
        }
        return new RecordDecoder(registry.schema(id));
    }

    private void requireType(String topic, Class<?> type) {
        Optional<? extends Class<?>> wanted = expected != null || isKey
                ? Optional.ofNullable(expected)
                : Topic.named(topic).map(Topic::valueType);
        if (wanted.isPresent() && wanted.get() != type) {
            throw new SerializationException("it is a " + type.getSimpleName() + ", not a "
                    + wanted.get().getSimpleName());
        }
    }
}
