package io.quotaledger.schemas;

import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.Alert;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The topic catalogue: every topic of the system, what its records are, and how it is created. */
public enum Topic {
    /** Everything that can change the ledger; key: tenant id. */
    EVENTS("quota-events", QuotaEvent.class, Cleanup.KEEP, true),
    /** One entry per event that moved something; key: tenant id. */
    JOURNAL("quota-journal", JournalEntry.class, Cleanup.KEEP, true),
    /** Latest balance per account; key: {@link AccountKeys#compactionKey}, partitioned by tenant id. */
    BALANCES("quota-balances", AccountBalance.class, Cleanup.COMPACT, true),
    /** Ordered instructions to Redis; key: tenant id. */
    STORE_UPDATES("quota-store-updates", StoreUpdate.class, Cleanup.WEEK, true),
    /** One record a checkpoint, both sides and what they told; key: tenant id. */
    SNAPSHOTS("quota-snapshots", Snapshot.class, Cleanup.WEEK, true),
    /** What somebody should look at; key: tenant id. */
    ALERTS("quota-alerts", Alert.class, Cleanup.KEEP, true),
    /** Accepted or rejected, for callers that wait; key: tenant id. */
    OUTCOMES("quota-outcomes", Outcome.class, Cleanup.WEEK, true),
    /** Records that could not be read or applied; key: key of the record. */
    DEAD_LETTERS("quota-dlq", DeadLetter.class, Cleanup.KEEP, true),
    /** Plans, price books, tenants, apps and keys; key: {@link ConfigKeys}; one partition, so in one order. */
    CONFIG("quota-config", ConfigEntry.class, Cleanup.COMPACT, false);

    private static final Map<String, Topic> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Topic::topicName, Function.identity()));

    private enum Cleanup {
        KEEP,
        WEEK,
        COMPACT
    }

    private final String topicName;
    private final Class<? extends SpecificRecord> valueType;
    private final Cleanup cleanup;
    private final boolean partitionedByTenant;

    Topic(String topicName, Class<? extends SpecificRecord> valueType, Cleanup cleanup, boolean partitionedByTenant) {
        this.topicName = topicName;
        this.valueType = valueType;
        this.cleanup = cleanup;
        this.partitionedByTenant = partitionedByTenant;
    }

    /** Name in Kafka. */
    public String topicName() {
        return topicName;
    }

    /** The topic with this name in Kafka. */
    public static Optional<Topic> named(String topicName) {
        return Optional.ofNullable(BY_NAME.get(topicName));
    }

    /** Generated class of the values; keys are UTF-8 strings. */
    public Class<? extends SpecificRecord> valueType() {
        return valueType;
    }

    /** Schema of the values. */
    public Schema schema() {
        return SpecificData.get().getSchema(valueType);
    }

    /** Subject of the value schema in the registry. */
    public String subject() {
        return topicName + "-value";
    }

    /**
     * Settings to create this topic with.
     *
     * @param partitions partitions of every topic that is partitioned by tenant, at least 1
     * @param replicationFactor copies of each partition, at least 1
     */
    public NewTopic newTopic(int partitions, short replicationFactor) {
        var timestampType = this == EVENTS ? "LogAppendTime" : "CreateTime";
        var settings = Map.of(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                timestampType,
                TopicConfig.CLEANUP_POLICY_CONFIG,
                cleanup == Cleanup.COMPACT ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                cleanup == Cleanup.WEEK ? Long.toString(Duration.ofDays(7).toMillis()) : "-1");
        return new NewTopic(topicName, partitionedByTenant ? partitions : 1, replicationFactor).configs(settings);
    }

    /** All topics, to be created before anything starts. */
    public static List<NewTopic> newTopics(int partitions, short replicationFactor) {
        return Arrays.stream(values())
                .map(topic -> topic.newTopic(partitions, replicationFactor))
                .toList();
    }
}
