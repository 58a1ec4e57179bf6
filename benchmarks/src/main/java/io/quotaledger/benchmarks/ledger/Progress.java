package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.schemas.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far readers of the log have committed it, as the broker says. */
final class Progress implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int NO_DIGITS = 0;

    private final Admin admin;

    Progress(LedgerStack stack) {
        this.admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    }

    /**
     * Lets a reader go on until it has committed the whole log, and no further. What it does before its first commit, which is to fetch the
     * first records, is not timed, and what it committed with that is not counted.
     *
     * @return events a second; there are no times of single ones
     */
    LoadResult read(LogReader reader) {
        long end = end();
        long first = committed(reader.group());
        long from = first;
        long start = System.nanoTime();
        reader.resume();
        long deadline = start + PATIENCE.toNanos();
        for (long now = from; now < end; ) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            now = committed(reader.group());
            if (first == from && now > first && now < end) {
                first = now;
                start = System.nanoTime();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(reader.name() + " stands at " + now + " of " + end);
            }
            reader.requireAlive();
        }
        long nanos = System.nanoTime() - start;
        reader.pause();
        return new LoadResult(end - first, nanos, new Histogram(NO_DIGITS));
    }

    /** Records of the log so far. */
    private long end() {
        return sum(ends(partitions(Topic.EVENTS.topicName()), IsolationLevel.READ_UNCOMMITTED));
    }

    /** How many of them a group has committed. */
    long committed(String group) {
        var offsets = get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return offsets.entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(Topic.EVENTS.topicName()))
                .map(Map.Entry::getValue)
                .filter(Objects::nonNull)
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /** Waits until a group has committed the whole log. */
    void awaitRead(String group, Runnable meanwhile) {
        long end = end();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (long now = committed(group); now < end; now = committed(group)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(group + " stands at " + now + " of " + end);
            }
            meanwhile.run();
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    /** Ends of all partitions of a topic, as a reader of committed records sees them. */
    Map<TopicPartition, Long> committedEnds(String topic) {
        return ends(partitions(topic), IsolationLevel.READ_COMMITTED).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** Records, with the marks of transactions, in the changelogs of an application. */
    long changelogRecords(String applicationId) {
        return get(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(applicationId + "-") && name.endsWith("-changelog"))
                .mapToLong(name -> sum(ends(partitions(name), IsolationLevel.READ_UNCOMMITTED)))
                .sum();
    }

    private Collection<TopicPartition> partitions(String topic) {
        return get(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
                .flatMap(description -> description.partitions().stream())
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(
            Collection<TopicPartition> partitions, IsolationLevel isolation) {
        var latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, unused -> OffsetSpec.latest()));
        return get(admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all());
    }

    private static long sum(Map<TopicPartition, ListOffsetsResultInfo> ends) {
        return ends.values().stream().mapToLong(ListOffsetsResultInfo::offset).sum();
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
