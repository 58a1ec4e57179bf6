package io.quotaledger.gatewayfilter.it;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.serde.AvroSerde;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Real Kafka, Redis and registry, started once for all tests of this module; they end with this JVM. */
final class TestServers {
    private static final TestServers INSTANCE = new TestServers();

    private final LocalStack stack =
            LocalStack.builder().withAll().topics(Topic.newTopics(2, (short) 1)).start();
    private final AvroSerde<SpecificRecord> serde = AvroSerde.forTopics(
            Map.of("schema.registry.url", stack.registryUrl().toString()));
    private final LettuceQuotaStore redis = LettuceQuotaStore.connect(StoreSettings.of(stack.redisUri()), serde);
    private final KafkaProducer<String, SpecificRecord> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", stack.bootstrapServers()), new StringSerializer(), serde.serializer());
    private final EventLog events = new EventLog(stack.bootstrapServers(), serde);

    private TestServers() {}

    static TestServers get() {
        return INSTANCE;
    }

    LocalStack stack() {
        return stack;
    }

    LettuceQuotaStore redis() {
        return redis;
    }

    EventLog events() {
        return events;
    }

    /** Writes a record and waits for Kafka. */
    void write(Topic topic, String key, SpecificRecord value) {
        try {
            producer.send(new org.apache.kafka.clients.producer.ProducerRecord<>(topic.topicName(), key, value))
                    .get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
