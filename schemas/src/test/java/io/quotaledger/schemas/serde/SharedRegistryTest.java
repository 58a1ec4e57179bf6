package io.quotaledger.schemas.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Samples;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class SharedRegistryTest {
    private final AtomicInteger questions = new AtomicInteger();
    private final SchemaRegistry counted = new SchemaRegistry() {
        private final MockRegistry registry = new MockRegistry();

        @Override
        public int register(String subject, Schema schema) {
            questions.incrementAndGet();
            return registry.register(subject, schema);
        }

        @Override
        public Schema schema(int id) {
            questions.incrementAndGet();
            return registry.schema(id);
        }
    };
    private final SharedRegistry registry = new SharedRegistry(counted);

    @Test
    void shouldAskOncePerSubjectAndSchema() {
        int id = registry.register("a-value", Topic.EVENTS.schema());
        registry.register("a-value", Topic.EVENTS.schema());
        assertThat(questions).hasValue(1);

        assertThat(registry.register("b-value", Topic.EVENTS.schema())).isEqualTo(id);
        assertThat(questions).hasValue(2);
    }

    @Test
    void shouldKnowTheSchemaOfAnIdItRegistered() {
        int id = registry.register("a-value", Topic.EVENTS.schema());

        assertThat(registry.schema(id)).isEqualTo(NeutralSchema.of(Topic.EVENTS.schema()));
        assertThat(questions).hasValue(1);
    }

    @Test
    void shouldAskOncePerIdThatIsKnownAndAgainForOneThatIsNot() {
        int id = counted.register("a-value", Topic.EVENTS.schema());
        registry.schema(id);
        registry.schema(id);
        assertThat(questions).hasValue(2);

        assertThatThrownBy(() -> registry.schema(99)).isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> registry.schema(99)).isInstanceOf(SerializationException.class);
        assertThat(questions).hasValue(4);
    }

    @Test
    void shouldShareOneMemoryAmongSerdesOfEqualSettings() {
        var config = RegistryConfig.from(Map.of(RegistryConfig.URL, "mock://shared-registry-test"));
        assertThat(SharedRegistry.of(config)).isSameAs(SharedRegistry.of(config));

        SchemaRegistration.registerAll(Map.of(RegistryConfig.URL, "mock://shared-registry-test"));

        var serde = AvroSerde.forTopics(Map.of(RegistryConfig.URL, "mock://shared-registry-test"));
        for (var topic : Topic.values()) {
            var bytes = serde.toBytes(topic, requireNonNull(Samples.of(topic).get(topic.topicName() + ".minimal")));
            assertThat(WireFormat.schemaId(bytes)).isBetween(1, Topic.values().length);
        }
    }

    @Test
    void shouldRegisterEveryRecordOfTheStateSoThatItsFirstUseNeedsNoRegistry() throws Exception {
        SchemaRegistration.registerAll(Map.of(RegistryConfig.URL, "mock://state-test"));

        var registry = MockRegistry.at("mock://state-test");
        Set<String> known = new HashSet<>();
        for (int id = 1; id <= registry.size(); id++) {
            collectNames(registry.schema(id), known);
        }
        try (var files = Files.list(Path.of("src/main/avro/state"))) {
            assertThat(files.map(file -> "io.quotaledger.schemas.avro.state."
                            + file.getFileName().toString().replace(".avsc", "")))
                    .isSubsetOf(known);
        }
    }

    @Test
    void shouldAskNothingUntilTheFirstRecord() {
        var nowhere = Map.of(RegistryConfig.URL, "http://127.0.0.1:1");

        assertThatCode(() -> {
                    AvroSerde.forTopics(nowhere).close();
                    AvroSerde.of(JournalEntry.class, nowhere).close();
                })
                .doesNotThrowAnyException();
    }

    private static void collectNames(Schema schema, Set<String> names) {
        switch (schema.getType()) {
            case RECORD -> {
                if (names.add(schema.getFullName())) {
                    schema.getFields().forEach(field -> collectNames(field.schema(), names));
                }
            }
            case ENUM -> names.add(schema.getFullName());
            case UNION -> schema.getTypes().forEach(branch -> collectNames(branch, names));
            case ARRAY -> collectNames(schema.getElementType(), names);
            case MAP -> collectNames(schema.getValueType(), names);
            default -> {}
        }
    }
}
