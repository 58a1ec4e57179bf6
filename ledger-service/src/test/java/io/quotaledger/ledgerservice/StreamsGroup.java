package io.quotaledger.ledgerservice;

import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** The group that folds, as an operator of Kafka sees it. */
final class StreamsGroup implements AutoCloseable {
    private static final String GROUP = "quota-ledger";
    private static final Duration SOON = Duration.ofMinutes(5);

    private final Admin admin;

    StreamsGroup(LocalStack stack) {
        this.admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    }

    /** Partition of the log that a tenant is in. */
    int partitionOf(String tenantId) {
        return Utils.toPositive(Utils.murmur2(Utils.utf8(tenantId)))
                % partitions().size();
    }

    /** Instance that has the tenant's partition, as the coordinator says now; empty while nobody has it. */
    Optional<String> ownerOf(String tenantId) {
        return Optional.ofNullable(owners().get(partitionOf(tenantId)));
    }

    /** Waits until so many instances share the partitions. */
    void awaitShared(int instances) {
        await().atMost(SOON)
                .until(() ->
                        areAllOwned() && owners().values().stream().distinct().count() == instances);
    }

    /** Waits until each partition has an owner, be it the same. */
    void awaitOwned() {
        await().atMost(SOON).until(this::areAllOwned);
    }

    private boolean areAllOwned() {
        return owners().size() == partitions().size();
    }

    /** Lets what runs next read the log from its beginning; only while nobody is in the group. */
    void setBackToTheBeginning() {
        get(admin.alterConsumerGroupOffsets(
                        GROUP,
                        partitions().stream()
                                .collect(Collectors.toMap(
                                        partition -> partition, partition -> new OffsetAndMetadata(0))))
                .all());
    }

    /** Forgets the group's offsets and the changelogs of its stores; only while nobody is in the group. */
    void forget() {
        get(admin.deleteConsumerGroups(List.of(GROUP)).all());
        var changelogs = get(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(GROUP + "-"))
                .toList();
        get(admin.deleteTopics(changelogs).all());
    }

    /** Waits until all that is in the log now is folded. */
    void awaitFolded() {
        var ends = get(admin.listOffsets(partitions().stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all());
        await().atMost(SOON).until(() -> {
            var committed = get(admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata());
            return ends.entrySet().stream()
                    .allMatch(end -> end.getValue().offset() == 0
                            || (committed.get(end.getKey()) != null
                                    && committed.get(end.getKey()).offset()
                                            >= end.getValue().offset()));
        });
    }

    private Map<Integer, String> owners() {
        var owners = new HashMap<Integer, String>();
        get(admin.describeClassicGroups(List.of(GROUP)).all()).values().forEach(group -> group.members()
                .forEach(member -> member.assignment()
                        .topicPartitions()
                        .forEach(partition -> owners.put(
                                partition.partition(),
                                // Kafka Streams adds the number of the thread.
                                member.groupInstanceId().orElseThrow().replaceFirst("-\\d+$", "")))));
        return owners;
    }

    private List<TopicPartition> partitions() {
        return get(admin.describeTopics(List.of(Topic.EVENTS.topicName())).allTopicNames()).values().stream()
                .flatMap(topic ->
                        topic.partitions().stream().map(info -> new TopicPartition(topic.name(), info.partition())))
                .toList();
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
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
