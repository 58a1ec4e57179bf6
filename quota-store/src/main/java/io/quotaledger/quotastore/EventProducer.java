package io.quotaledger.quotastore;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records to Kafka: idempotent, acknowledged by all replicas in sync, in small compressed batches. Sending may
 * block for some seconds without metadata or buffer space, so it has threads of its own.
 */
final class EventProducer implements AutoCloseable {
    private static final int BATCH_BYTES = 64 * 1024;
    private static final int LINGER_MILLIS = 5;
    private static final int BLOCK_AT_MOST_MILLIS = 5_000;
    private static final int REQUEST_TIMEOUT_MILLIS = 10_000;
    private static final int DELIVERY_TIMEOUT_MILLIS = 30_000;
    private static final Duration CLOSE_AT_MOST = Duration.ofSeconds(5);

    private final KafkaProducer<byte[], byte[]> producer;
    private final AvroSerde<SpecificRecord> serde;

    /**
     * With the caller's settings of the Kafka client, which win over batching and time-outs but not over safety.
     *
     * @param kafka settings, at least {@code bootstrap.servers}
     */
    EventProducer(Map<String, ?> kafka, AvroSerde<SpecificRecord> serde) {
        var config = new HashMap<String, Object>();
        config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_AT_MOST_MILLIS);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
        config.putAll(kafka);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        this.producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.serde = serde;
    }

    /** Sends an event; completes when Kafka has acknowledged it, fails with whatever went wrong. */
    CompletableFuture<Void> send(QuotaEvent event) {
        return send(Topic.EVENTS, event.getTenantId(), event);
    }

    /** Sends any record of the catalogue. */
    CompletableFuture<Void> send(Topic topic, String key, SpecificRecord value) {
        var acknowledged = new CompletableFuture<Void>();
        try {
            var bytes = serde.toBytes(topic, value);
            var record = new ProducerRecord<>(topic.topicName(), key.getBytes(StandardCharsets.UTF_8), bytes);
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    acknowledged.complete(null);
                } else {
                    acknowledged.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) { // The registry is down, the thread was interrupted, the producer is closed.
            acknowledged.completeExceptionally(e);
        }
        return acknowledged;
    }

    /** Waits a few seconds for what is under way. */
    @Override
    public void close() {
        producer.close(CLOSE_AT_MOST);
    }
}
