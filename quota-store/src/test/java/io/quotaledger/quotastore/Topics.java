package io.quotaledger.quotastore;

import io.quotaledger.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads topics from their beginning. */
final class Topics {
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private Topics() {}

    /** All records so far. */
    static List<ConsumerRecord<String, byte[]>> read(String bootstrapServers, Topic topic) {
        return readUntil(bootstrapServers, topic, records -> true);
    }

    /** All records, as soon as the condition holds for them. */
    static List<ConsumerRecord<String, byte[]>> readUntil(
            String bootstrapServers, Topic topic, Predicate<List<ConsumerRecord<String, byte[]>>> enough) {
        var config = Map.<String, Object>of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(topic.topicName()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var records = new ArrayList<ConsumerRecord<String, byte[]>>();
            long deadline = System.nanoTime() + AT_MOST.toNanos();
            while (!reachedEnd(consumer) || !enough.test(records)) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("not enough within " + AT_MOST + ": " + records.size() + " records");
                }
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    /** A value as the record that the topic holds. */
    static <T extends SpecificRecord> T decode(Class<T> type, Topic topic, byte[] value) {
        return type.cast(Samples.SERDE.fromBytes(topic, value));
    }

    private static boolean reachedEnd(KafkaConsumer<String, byte[]> consumer) {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
