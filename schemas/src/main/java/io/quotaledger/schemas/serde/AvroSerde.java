package io.quotaledger.schemas.serde;

import io.quotaledger.schemas.Topic;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * {@link AvroSerializer} and {@link AvroDeserializer} together; safe for all threads once configured.
 *
 * @param <T> type of the records
 */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {
    private final AvroSerializer<T> serializer;
    private final AvroDeserializer<T> deserializer;

    /** Reads and writes whatever a topic holds. */
    public AvroSerde() {
        this.serializer = new AvroSerializer<>();
        this.deserializer = new AvroDeserializer<>();
    }

    private AvroSerde(Class<T> type) {
        this.serializer = new AvroSerializer<>(true);
        this.deserializer = new AvroDeserializer<>(type);
    }

    /**
     * For values of one type in any topic, such as a changelog, configured. The subject is the full name of the record, so
     * that {@link SchemaRegistration} can register it before the topic exists. The registry is not asked here.
     */
    public static <T extends SpecificRecord> AvroSerde<T> of(Class<T> type, Map<String, ?> config) {
        var serde = new AvroSerde<>(type);
        serde.configure(config, false);
        return serde;
    }

    /** For the values of every topic of the catalogue, configured. */
    public static AvroSerde<SpecificRecord> forTopics(Map<String, ?> config) {
        var serde = new AvroSerde<>();
        serde.configure(config, false);
        return serde;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serializer.configure(configs, isKey);
        deserializer.configure(configs, isKey);
    }

    @Override
    public Serializer<T> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<T> deserializer() {
        return deserializer;
    }

    /**
     * A record of the topic as bytes in the wire format.
     *
     * @throws SerializationException as {@link AvroSerializer#serialize}
     */
    public byte[] toBytes(Topic topic, T record) {
        return Objects.requireNonNull(serializer.serialize(topic.topicName(), record));
    }

    /**
     * A record of the topic from bytes in the wire format.
     *
     * @throws SerializationException as {@link AvroDeserializer#deserialize}
     */
    public T fromBytes(Topic topic, byte[] bytes) {
        return Objects.requireNonNull(deserializer.deserialize(topic.topicName(), bytes));
    }
}
