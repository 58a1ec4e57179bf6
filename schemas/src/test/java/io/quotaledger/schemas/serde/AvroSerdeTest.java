package io.quotaledger.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Samples;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AvroSerdeTest {
    private static final Map<String, ?> CONFIG = Map.of(RegistryConfig.URL, "mock://avro-serde-test");
    private static final AvroSerde<SpecificRecord> SERDE = AvroSerde.forTopics(CONFIG);

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatItWrote(Topic topic) {
        assertThat(Samples.of(topic).values())
                .allSatisfy(record -> assertThat(SERDE.fromBytes(topic, SERDE.toBytes(topic, record)))
                        .isEqualTo(record));
    }

    @Test
    void shouldPassTombstonesThrough() {
        assertThat(SERDE.serializer().serialize("quota-config", null)).isNull();
        assertThat(SERDE.deserializer().deserialize("quota-config", null)).isNull();
    }

    @Test
    void shouldReadTheSameBytesWhenTheyAreOfAnotherTopicAndOneTypeIsAskedFor() {
        try (var changelog = AvroSerde.of(Outcome.class, CONFIG)) {
            var outcome = (Outcome) sample("quota-outcomes.full");
            var bytes = changelog.serializer().serialize("app-outcome-store-changelog", outcome);

            assertThat(changelog.deserializer().deserialize("app-outcome-store-changelog", bytes))
                    .isEqualTo(outcome);
        }
    }

    @Test
    void shouldRefuseARecordWhenItIsNotOfTheTypeOfTheTopic() {
        var bytes = SERDE.toBytes(Topic.OUTCOMES, sample("quota-dlq.full"));

        assertThatThrownBy(() -> SERDE.fromBytes(Topic.OUTCOMES, bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("of type DeadLetter, not Outcome");
        try (var typed = AvroSerde.of(Outcome.class, CONFIG)) {
            assertThatThrownBy(() -> typed.deserializer().deserialize("other", bytes))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("of type DeadLetter, not Outcome");
        }
    }

    @Test
    void shouldSayWhatIsWrongWhenBytesAreForeign() {
        assertUnreadable(new byte[0], "has at least 5 bytes, this one has 0");
        assertUnreadable(new byte[] {0, 0, 0, 1}, "has at least 5 bytes, this one has 4");
        assertUnreadable("{\"id\": 1}".getBytes(StandardCharsets.UTF_8), "begins with 0x00, this one");
        assertUnreadable(WireFormat.wrap(4711, new byte[10]), "no schema with id 4711");
        assertUnreadable(WireFormat.wrap(-1, new byte[10]), "no schema with id -1");
    }

    @Test
    void shouldSayWhatIsWrongWhenARecordIsBrokenOrHasMoreAfterIt() {
        var bytes = SERDE.toBytes(Topic.EVENTS, sample("quota-events.settled"));

        assertUnreadable(Arrays.copyOf(bytes, bytes.length + 1), "1 bytes stand after the end");
        for (int length = WireFormat.HEADER_BYTES; length < bytes.length; length++) {
            assertUnreadable(Arrays.copyOf(bytes, length), "Cannot read a record of topic quota-events");
        }
    }

    @Test
    void shouldSayWhatIsWrongWhenNoClassWasGeneratedForTheSchema() {
        var schema = SchemaBuilder.record("Foreign").namespace("test").fields().endRecord();
        try (var serializer = new AvroSerializer<>()) {
            serializer.configure(CONFIG, false);
            assertUnreadable(
                    WireFormat.wrap(serializer.register("other", schema), new byte[0]),
                    "no generated class for the schema test.Foreign");
        }
    }

    @Test
    void shouldSayWhichFieldIsMissingWhenARecordIsNotComplete() {
        var event = new QuotaEvent();
        event.setEventId("e1");

        assertThatThrownBy(() -> SERDE.toBytes(Topic.EVENTS, event))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("io.quotaledger.schemas.avro.QuotaEvent")
                .hasMessageContaining("tenantId");
        var next = sample("quota-outcomes.full");
        assertThat(SERDE.fromBytes(Topic.OUTCOMES, SERDE.toBytes(Topic.OUTCOMES, next)))
                .as("the next record after one that failed")
                .isEqualTo(next);
    }

    @Test
    void shouldSayThatItIsNotConfigured() {
        try (var serde = new AvroSerde<>()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> serde.toBytes(Topic.OUTCOMES, sample("quota-outcomes.full")));
            assertThatIllegalStateException()
                    .isThrownBy(() -> serde.fromBytes(Topic.OUTCOMES, WireFormat.wrap(1, new byte[10])));
            assertThatThrownBy(() -> serde.configure(Map.of(), false)).isInstanceOf(ConfigException.class);
        }
    }

    @Test
    void shouldReadAndWriteFromManyThreadsAtOnce() throws Exception {
        var records = Samples.of(Topic.EVENTS).values();
        var threads = Executors.newFixedThreadPool(8);
        try {
            var results = threads.invokeAll(Collections.nCopies(8, () -> {
                for (int i = 0; i < 200; i++) {
                    for (var record : records) {
                        assertThat(SERDE.fromBytes(Topic.EVENTS, SERDE.toBytes(Topic.EVENTS, record)))
                                .isEqualTo(record);
                    }
                }
                return true;
            }));
            for (Future<?> result : results) {
                assertThat(result.get()).isEqualTo(true);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldWriteLargeRecordsAndSmallOnesAfterThem() {
        var large = (Outcome) sample("quota-outcomes.full");
        large.setDetail("x".repeat(1_000_000));

        for (var detail :
                IntStream.of(1_000_000, 0, 70_000, 1).mapToObj("x"::repeat).toList()) {
            large.setDetail(detail);
            assertThat(SERDE.fromBytes(Topic.OUTCOMES, SERDE.toBytes(Topic.OUTCOMES, large)))
                    .isEqualTo(large);
        }
    }

    @Test
    void shouldLeaveTheCallersBytesAlone() {
        var bytes = SERDE.toBytes(Topic.DEAD_LETTERS, sample("quota-dlq.full"));
        var before = bytes.clone();

        var record = SERDE.fromBytes(Topic.DEAD_LETTERS, bytes);
        Arrays.fill(bytes, (byte) 0);

        assertThat(SERDE.toBytes(Topic.DEAD_LETTERS, record)).isEqualTo(before);
    }

    private static void assertUnreadable(byte[] bytes, String message) {
        assertThatThrownBy(() -> SERDE.fromBytes(Topic.EVENTS, bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("quota-events")
                .hasMessageContaining(message);
    }

    private static SpecificRecord sample(String name) {
        return requireNonNull(Samples.all().get(name));
    }
}
