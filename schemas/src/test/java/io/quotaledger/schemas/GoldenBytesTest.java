package io.quotaledger.schemas;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.serde.AvroDeserializer;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.RegistryConfig;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bytes on topics never change their meaning: what a version wrote is pinned, and is read by all later ones. */
class GoldenBytesTest {
    @Test
    void shouldPinASampleOfEveryPayload() {
        assertThat(History.samples(History.latest()))
                .containsExactlyInAnyOrderElementsOf(Samples.all().keySet());
    }

    @TestFactory
    Stream<DynamicTest> shouldWriteTheBytesOfTheLatestVersion() {
        return Samples.all().entrySet().stream()
                .map(sample -> DynamicTest.dynamicTest(
                        sample.getKey(), () -> assertThat(History.bytes(topic(sample.getKey()), sample.getValue()))
                                .isEqualTo(History.goldenBytes(History.latest(), sample.getKey()))));
    }

    @TestFactory
    Stream<DynamicTest> shouldReadTheBytesOfEveryVersion() {
        return History.versions().stream().flatMap(version -> History.samples(version).stream()
                .map(sample -> DynamicTest.dynamicTest(version + " " + sample, () -> {
                    var record = read(version, sample);
                    if (version.equals(History.latest())) {
                        assertThat(record).isEqualTo(Samples.all().get(sample));
                    }
                })));
    }

    @TestFactory
    Stream<DynamicTest> shouldSayTheSameToAReaderThatHasOnlyTheSchema() {
        return History.versions().stream().flatMap(version -> History.samples(version).stream()
                .map(sample -> DynamicTest.dynamicTest(version + " " + sample, () -> {
                    var schema = History.schema(version, topic(sample).topicName());
                    assertThat(History.json(schema, History.goldenBytes(version, sample)))
                            .isEqualTo(History.goldenJson(version, sample));
                })));
    }

    /** Reads golden bytes with a registry that knows nothing but the frozen schema, as id 1. */
    private static SpecificRecord read(String version, String sample) {
        var topicName = topic(sample).topicName();
        var config = Map.of(RegistryConfig.URL, "mock://frozen-" + version + "-" + topicName);
        try (var serializer = new AvroSerializer<>();
                var deserializer = new AvroDeserializer<>()) {
            serializer.configure(config, false);
            assertThat(serializer.register(topicName, History.schema(version, topicName)))
                    .isEqualTo(1);
            deserializer.configure(config, false);
            return requireNonNull(deserializer.deserialize(topicName, History.goldenBytes(version, sample)));
        }
    }

    private static Topic topic(String sample) {
        return Topic.named(sample.substring(0, sample.indexOf('.'))).orElseThrow();
    }
}
