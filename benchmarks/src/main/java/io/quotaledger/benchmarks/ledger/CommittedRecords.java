package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
        long found = values(stack, journal).size();
        var deadLetters = values(stack, Topic.DEAD_LETTERS.topicName());
        if (found != entries || !deadLetters.isEmpty()) {
            throw new IllegalStateException("%d entries in %s and %d dead letters where %d entries must be%s"
                    .formatted(found, journal, deadLetters.size(), entries, firstOf(stack, deadLetters)));
        }
    }

    private static String firstOf(LedgerStack stack, List<byte[]> deadLetters) {
        return deadLetters.isEmpty()
                ? ""
                : "; " + AvroSerde.forTopics(stack.serdes()).fromBytes(Topic.DEAD_LETTERS, deadLetters.get(0));
    }

    private static List<byte[]> values(LedgerStack stack, String topic) {
        try (var consumer = consumer(stack)) {
            var partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var values = new ArrayList<byte[]>();
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                consumer.poll(POLL).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }
}
