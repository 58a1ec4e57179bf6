package io.quotaledger.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.serde.AvroDeserializer;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.RegistryConfig;
import io.quotaledger.schemas.serde.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Our topics in a real Kafka with a real registry, read and written by serdes that are not ours. Each record is sent with
 * the name of its sample as key; the serdes are chosen by class name, as in a deployment.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InteropIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LocalStack stack;

    private final Map<TopicPartition, Long> start = new HashMap<>();

    @BeforeAll
    void start() {
        stack = LocalStack.builder()
                .withKafka()
                .withRegistry()
                .topics(Topic.newTopics(1, (short) 1))
                .start();
    }

    @AfterAll
    void stop() {
        stack.close();
    }

    @BeforeEach
    void rememberWhereTopicsEnd() {
        try (var consumer = consumer(ByteArrayDeserializer.class)) {
            var partitions = Arrays.stream(Topic.values())
                    .map(topic -> new TopicPartition(topic.topicName(), 0))
                    .toList();
            start.putAll(consumer.endOffsets(partitions));
        }
    }

    @Test
    void shouldBeReadByWhoeverHasNothingButTheSchemaOfTheRegistry() throws Exception {
        send(AvroSerializer.class);

        var received = receive(ByteArrayDeserializer.class, byte[].class);

        assertThat(received.keySet()).isEqualTo(Samples.all().keySet());
        for (var record : received.entrySet()) {
            var schema = schemaInRegistry(WireFormat.schemaId(record.getValue()));
            assertThat(History.json(schema, record.getValue()))
                    .as(record.getKey())
                    .isEqualTo(History.goldenJson(History.latest(), record.getKey()));
        }
    }

    @Test
    void shouldBeReadByApicuriosDeserializer() throws Exception {
        send(AvroSerializer.class);

        assertThat(receive(AvroKafkaDeserializer.class, SpecificRecord.class)).isEqualTo(Samples.all());
    }

    @Test
    void shouldReadWhatApicuriosSerializerWrote() throws Exception {
        send(AvroKafkaSerializer.class);

        assertThat(receive(AvroDeserializer.class, SpecificRecord.class)).isEqualTo(Samples.all());
    }

    @Test
    void shouldWriteWhatApicuriosSerializerWritesButForTheId() throws Exception {
        send(AvroKafkaSerializer.class);

        assertThat(receive(ByteArrayDeserializer.class, byte[].class))
                .allSatisfy((name, bytes) -> assertThat(WireFormat.unwrap(bytes))
                        .isEqualTo(WireFormat.unwrap(History.goldenBytes(History.latest(), name))));
    }

    private void send(Class<?> serializer) throws Exception {
        var config = config();
        config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
        config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, serializer.getName());
        try (var producer = new KafkaProducer<String, SpecificRecord>(config)) {
            for (var sample : Samples.all().entrySet()) {
                var topic = sample.getKey().substring(0, sample.getKey().indexOf('.'));
                producer.send(new ProducerRecord<>(topic, sample.getKey(), sample.getValue()))
                        .get();
            }
        }
    }

    /** What was sent in this test, by name of the sample. */
    private <V> Map<String, V> receive(Class<?> deserializer, Class<V> type) {
        Map<String, V> received = new TreeMap<>();
        try (var consumer = consumer(deserializer)) {
            consumer.assign(start.keySet());
            start.forEach(consumer::seek);
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (received.size() < Samples.all().size() && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(record -> received.put(record.key(), type.cast(record.value())));
            }
        }
        return received;
    }

    private KafkaConsumer<String, Object> consumer(Class<?> deserializer) {
        var config = config();
        config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, deserializer.getName());
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return new KafkaConsumer<>(config);
    }

    /** Settings of our serdes and of Apicurio's: content ids in four bytes are its way to say Confluent's format. */
    private Map<String, Object> config() {
        var url = stack.registryUrl().toString();
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, stack.bootstrapServers());
        config.put(RegistryConfig.URL, url);
        config.put(RegistryConfig.READ_TIMEOUT_MS, 30_000);
        config.put("apicurio.registry.url", url.replace("/apis/ccompat/v7", "/apis/registry/v3"));
        config.put("apicurio.registry.auto-register", true);
        config.put("apicurio.registry.use-id", "contentId");
        config.put("apicurio.registry.use-specific-avro-reader", true);
        return config;
    }

    private Schema schemaInRegistry(int id) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(stack.registryUrl() + "/schemas/ids/" + id))
                .build();
        var body = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, BodyHandlers.ofString(UTF_8))
                .body();
        return new Schema.Parser()
                .parse(requireNonNull(new ObjectMapper().readTree(body).get("schema"))
                        .asText());
    }
}
