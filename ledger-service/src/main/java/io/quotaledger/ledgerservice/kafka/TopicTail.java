package io.quotaledger.ledgerservice.kafka;

import io.quotaledger.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a whole topic outside any group, in a thread of its own, from its beginning or from what is its end at the
 * start. Goes on where it was after a failure of Kafka; passes over a record that cannot be read, with a line in the log.
 *
 * @param <V> type of the values
 */
public final class TopicTail<V extends SpecificRecord> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicTail.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Where to start. */
    public enum Start {
        /** With the first record. */
        BEGINNING,
        /** With the first record that comes. */
        END
    }

    private final Topic topic;
    private final Start start;
    private final Supplier<org.apache.kafka.clients.consumer.Consumer<String, V>> consumers;
    private final Consumer<ConsumerRecord<String, V>> handler;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final RestartingThread thread;
    private Map<TopicPartition, Long> goal = Map.of();
    private volatile boolean ready;

    /**
     * A tail that is not started yet.
     *
     * @param handler called for each record, in the tail's thread; if it throws, it is called again after a pause
     */
    public TopicTail(
            Topic topic,
            Start start,
            Supplier<org.apache.kafka.clients.consumer.Consumer<String, V>> consumers,
            Consumer<ConsumerRecord<String, V>> handler) {
        this.topic = topic;
        this.start = start;
        this.consumers = consumers;
        this.handler = handler;
        this.thread = new RestartingThread(
                "tail-" + topic.topicName(),
                this::run,
                e -> LOG.warn("Following {} failed, going on soon", topic.topicName(), e));
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** Whether it has read all that was there when it started. */
    public boolean isReady() {
        return ready;
    }

    /** Ends the thread. */
    @Override
    public void close() {
        thread.close();
    }

    private void run() {
        var consumer = consumers.get();
        try {
            place(consumer);
            follow(consumer);
        } finally {
            KafkaClients.close(consumer);
        }
    }

    private void place(org.apache.kafka.clients.consumer.Consumer<String, V> consumer) {
        var partitions = consumer.partitionsFor(topic.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        if (positions.isEmpty()) {
            placeFirst(consumer, partitions);
        }
        positions.forEach(consumer::seek);
    }

    private void placeFirst(
            org.apache.kafka.clients.consumer.Consumer<String, V> consumer, List<TopicPartition> partitions) {
        goal = consumer.endOffsets(partitions);
        positions.putAll(start == Start.END ? goal : consumer.beginningOffsets(partitions));
    }

    private void follow(org.apache.kafka.clients.consumer.Consumer<String, V> consumer) {
        while (!thread.isClosed()) {
            try {
                consumer.poll(POLL).forEach(handler);
            } catch (RecordDeserializationException e) {
                KafkaClients.passOver(consumer, e);
            }
            consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
            ready = ready
                    || goal.entrySet().stream()
                            .allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
        }
    }
}
