package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What somebody sees in a topic who reads committed records only. */
final class CommittedRecords {
    private static final Duration POLL = Duration.ofMillis(100);

    private CommittedRecords() {}

    /** A reader outside any group that is given its partitions. */
    static KafkaConsumer<byte[], byte[]> consumer(LedgerStack stack) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        stack.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Partitions of a topic. */
    static Collection<TopicPartition> partitions(KafkaConsumer<?, ?> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    /**
     * Makes sure that a measurement has booked everything and refused nothing.
     *
     * @param journal topic of the entries
     * @param entries how many there must be
     * @throws IllegalStateException if there are more or less, or there are dead letters
     */
    static void requireBooked(LedgerStack stack, String journal, long entries) {
        long found = count(stack, journal);
        long deadLetters = count(stack, Topic.DEAD_LETTERS.topicName());
        if (found != entries || deadLetters != 0) {
            throw new IllegalStateException(found + " entries in " + journal + " and " + deadLetters
                    + " dead letters where " + entries + " entries must be");
        }
    }

    private static long count(LedgerStack stack, String topic) {
        try (var consumer = consumer(stack)) {
            var partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            long count = 0;
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                count += consumer.poll(POLL).count();
            }
            return count;
        }
    }
}
