package io.quotaledger.streamstopology;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.StreamsConfig;

/** Kafka Streams settings that the ledger is built for; whoever runs it may override any of them. */
public final class StreamsSettings {
    /** Default application id, and so consumer group and prefix of the changelogs. */
    public static final String APPLICATION_ID = "quota-ledger";

    private static final int COMMIT_INTERVAL_MILLIS = 25;
    /** An instance that came back waits for its share of the partitions no longer than that after its stores have caught up. */
    private static final int PROBING_INTERVAL_MILLIS = 60_000;

    private static final int BATCH_BYTES = 64 << 10;
    private static final long RECORD_CACHE_BYTES = 32L << 20;

    private StreamsSettings() {}

    /**
     * The settings.
     *
     * @param bootstrapServers brokers
     * @param stateDir folder of the stores; kept over restarts
     * @param threads stream threads, at least 1; no more than partitions are of use
     */
    public static Properties of(String bootstrapServers, Path stateDir, int threads) {
        var settings = new Properties();
        settings.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                APPLICATION_ID,
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                StreamsConfig.STATE_DIR_CONFIG,
                stateDir.toString(),
                StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                threads,
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG,
                true,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                COMMIT_INTERVAL_MILLIS,
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                RECORD_CACHE_BYTES,
                StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                BoundedRocksDb.class,
                StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG,
                true));
        settings.putAll(Map.of(
                StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG,
                PROBING_INTERVAL_MILLIS,
                // Nobody sees a record before its transaction is committed, and a commit sends what lingers.
                StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
                COMMIT_INTERVAL_MILLIS,
                StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG),
                BATCH_BYTES,
                StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG),
                "lz4",
                StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                10_000,
                StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                3_000));
        return settings;
    }

    /**
     * The same for one of several instances with a name that outlives a restart (static membership): the group does not
     * rebalance when it comes back in time, also after kill -9.
     *
     * @param instanceId name, unique in the group
     */
    public static Properties withInstance(Properties settings, String instanceId) {
        var copy = new Properties();
        copy.putAll(settings);
        copy.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
        return copy;
    }

    /** How to close: leave the group, so that the partitions move, or come back after a restart, at once. */
    public static CloseOptions closeOptions(Duration timeout) {
        return CloseOptions.timeout(timeout)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    }
}
