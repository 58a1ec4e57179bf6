package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class AvroSerdeTest {
    private static final Map<String, ?> CONFIG = Map.of(RegistryConfig.URL, "mock://avro-serde-test");

    @Test
    void shouldReadWhatItWroteWhenTheTopicIsOfTheCatalogue() {
        var serde = AvroSerde.forTopics(CONFIG);

        var bytes = serde.toBytes(Topic.DEAD_LETTERS, deadLetter());

        assertThat(serde.fromBytes(Topic.DEAD_LETTERS, bytes)).isEqualTo(deadLetter());
    }

    @Test
    void shouldRefuseARecordWhenItIsNotOfTheTypeOfTheTopic() {
        var serde = AvroSerde.forTopics(CONFIG);
        var bytes = serde.toBytes(Topic.OUTCOMES, deadLetter());

        assertThatThrownBy(() -> serde.fromBytes(Topic.OUTCOMES, bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("DeadLetter, not a Outcome");
        assertThatThrownBy(
                        () -> AvroSerde.of(Outcome.class, CONFIG).deserializer().deserialize("other", bytes))
                .isInstanceOf(SerializationException.class);
    }

    private static DeadLetter deadLetter() {
        return DeadLetter.newBuilder()
                .setTopic("quota-events")
                .setPartition(1)
                .setOffset(2)
                .setTime(Instant.ofEpochMilli(1_764_500_000_123L))
                .setReason("unreadable")
                .setKey(ByteBuffer.wrap("acme".getBytes(StandardCharsets.UTF_8)))
                .build();
    }
}
