package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Samples;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.state.Deadline;
import io.quotaledger.schemas.avro.state.DeadlineKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a real registry answers, and what happens when it does not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegistryOutageIT {
    private static final Schema NEW = schema("New", "id");

    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration IMPATIENT = Duration.ofSeconds(1);

    private final AtomicInteger processes = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LocalStack stack;

    @BeforeAll
    void start() {
        stack = LocalStack.builder().withRegistry().start();
    }

    @AfterAll
    void stop() {
        stack.close();
    }

    @AfterEach
    void bringTheRegistryBack() {
        if (stack.registry().isAlive()) {
            stack.registry().resume();
        } else {
            stack.registry().restart();
        }
    }

    @Test
    void shouldGoOnWhenTheRegistryHangsAfterTheStart() {
        var config = ofANewProcess();
        SchemaRegistration.registerAll(config);
        stack.registry().suspend();

        var serde = AvroSerde.forTopics(config);
        for (var topic : Topic.values()) {
            var record = sample(topic);
            assertThat(serde.fromBytes(topic, serde.toBytes(topic, record))).isEqualTo(record);
        }
        var deadlines = AvroSerde.of(Deadline.class, config);
        var deadline = new Deadline(DeadlineKind.EXPIRE_RESERVATION, "acme", "r1");
        var bytes = deadlines.serializer().serialize("app-deadline-store-changelog", deadline);
        assertThat(deadlines.deserializer().deserialize("app-deadline-store-changelog", bytes))
                .isEqualTo(deadline);
    }

    @Test
    void shouldSayThatTheRegistryIsAwayWhenItHangs() {
        var bytes = bytesOfAnotherProcess();
        var serde = AvroSerde.forTopics(ofANewProcess(IMPATIENT));
        stack.registry().suspend();

        assertAway(serde, bytes);

        stack.registry().resume();
        Awaitility.await()
                .atMost(PATIENT)
                .ignoreExceptionsInstanceOf(RegistryUnavailableException.class)
                .untilAsserted(
                        () -> assertThat(serde.fromBytes(Topic.OUTCOMES, bytes)).isEqualTo(sample(Topic.OUTCOMES)));
    }

    @Test
    void shouldSayThatTheRegistryIsAwayWhenItIsKilled() {
        var bytes = bytesOfAnotherProcess();
        var serde = AvroSerde.forTopics(ofANewProcess());
        stack.registry().kill();

        assertAway(serde, bytes);
    }

    @Test
    void shouldCallBytesUnreadableWhenTheRegistryKnowsNoSuchId() {
        var serde = AvroSerde.forTopics(ofANewProcess());

        assertThatThrownBy(() -> serde.fromBytes(Topic.OUTCOMES, WireFormat.wrap(987_654, new byte[10])))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("987654");
    }

    @Test
    void shouldGetTheSameIdAgain() {
        int id = register(ofANewProcess(), "again", NEW);

        assertThat(register(ofANewProcess(), "again", NEW)).isEqualTo(id);
        assertThat(register(ofANewProcess(), "elsewhere", NEW)).isEqualTo(id);
    }

    @Test
    void shouldOnlyLookUpWhenRegisteringIsOff() {
        var config = new HashMap<String, Object>(ofANewProcess());
        config.put(RegistryConfig.AUTO_REGISTER, false);
        assertThatThrownBy(() -> register(config, "looked-up", NEW)).isInstanceOf(SerializationException.class);

        int id = register(ofANewProcess(), "looked-up", NEW);

        assertThat(register(config, "looked-up", NEW)).isEqualTo(id);
        assertThatThrownBy(() -> register(config, "looked-up", schema("New", "other")))
                .isInstanceOf(SerializationException.class);
    }

    private void assertAway(AvroSerde<SpecificRecord> serde, byte[] bytes) {
        assertThatThrownBy(() -> serde.fromBytes(Topic.OUTCOMES, bytes))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(stack.registryUrl().toString());
        assertThatThrownBy(() -> serde.toBytes(Topic.OUTCOMES, sample(Topic.OUTCOMES)))
                .isInstanceOf(RegistryUnavailableException.class);
    }

    private byte[] bytesOfAnotherProcess() {
        return AvroSerde.forTopics(ofANewProcess()).toBytes(Topic.OUTCOMES, sample(Topic.OUTCOMES));
    }

    private static int register(Map<String, ?> config, String topic, Schema schema) {
        try (var serializer = new AvroSerializer<>()) {
            serializer.configure(config, false);
            return serializer.register(topic, schema);
        }
    }

    private Map<String, ?> ofANewProcess() {
        return ofANewProcess(PATIENT);
    }

    /** Settings that no serde has had yet, so that nothing is remembered for them. */
    private Map<String, ?> ofANewProcess(Duration patience) {
        return Map.of(
                RegistryConfig.URL,
                stack.registryUrl().toString(),
                RegistryConfig.READ_TIMEOUT_MS,
                Math.toIntExact(patience.toMillis()) + processes.incrementAndGet());
    }

    private static SpecificRecord sample(Topic topic) {
        return Objects.requireNonNull(Samples.of(topic).get(topic.topicName() + ".minimal"));
    }

    private static Schema schema(String name, String field) {
        return SchemaBuilder.record(name)
                .namespace("test")
                .fields()
                .requiredString(field)
                .endRecord();
    }
}
