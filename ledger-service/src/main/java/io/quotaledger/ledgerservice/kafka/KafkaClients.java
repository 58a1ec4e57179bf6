package io.quotaledger.ledgerservice.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.serde.AvroDeserializer;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.RegistryUnavailableException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes Kafka clients with the settings that the ledger relies on. */
@Singleton
public final class KafkaClients {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaClients.class);
    private static final Duration MAX_BLOCK = Duration.ofSeconds(5);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    private static final int DELIVERY_TIMEOUT_MILLIS = 9_000;
    private static final int REQUEST_TIMEOUT_MILLIS = 4_000;
    /** As in Kafka Streams, so that all that a dead instance did moves at the same time. */
    private static final int SESSION_TIMEOUT_MILLIS = 10_000;

    private static final int HEARTBEAT_MILLIS = 3_000;

    private final KafkaSettings kafka;
    private final RegistrySettings registry;
    private final InstanceSettings instance;

    KafkaClients(KafkaSettings kafka, RegistrySettings registry, InstanceSettings instance) {
        this.kafka = kafka;
        this.registry = registry;
        this.instance = instance;
    }

    /** What every client needs: addresses and the properties that are passed through. */
    public Map<String, Object> common() {
        var config = new HashMap<String, Object>(kafka.properties());
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        config.put("schema.registry.url", registry.url());
        registry.properties().forEach((name, value) -> config.put("schema.registry." + name, value));
        return config;
    }

    /** An admin client. */
    public Admin admin() {
        return Admin.create(named("admin"));
    }

    /** An idempotent producer that gives up on a record after 9 s. */
    public Producer<String, SpecificRecord> producer(String name) {
        var config = named(name);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK.toMillis());
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
        var values = new AvroSerializer<SpecificRecord>();
        values.configure(config, false);
        return new KafkaProducer<>(config, new StringSerializer(), values);
    }

    /** A consumer outside any group, which sees only what is committed. */
    public <V extends SpecificRecord> Consumer<String, V> reader(String name) {
        return consumer(named(name));
    }

    /** A member of a group, which starts at the beginning, sees only what is committed, and commits by hand. */
    private <V extends SpecificRecord> Consumer<String, V> member(String group) {
        var config = named(group);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance.id());
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MILLIS);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return consumer(config);
    }

    /**
     * Follows topics as a member of a group until the body returns, with the consumer's metrics in the registry.
     *
     * @param onAssigned told of partitions that the consumer gets, before it reads on from where the group has committed
     * @param body polls the consumer, which is closed after it
     */
    public <V extends SpecificRecord> void follow(
            String group,
            List<Topic> topics,
            MeterRegistry registry,
            BiConsumer<Consumer<String, V>, Collection<TopicPartition>> onAssigned,
            java.util.function.Consumer<Consumer<String, V>> body) {
        Consumer<String, V> consumer = member(group);
        try (var metrics = new KafkaClientMetrics(consumer)) {
            metrics.bindTo(registry);
            consumer.subscribe(topics.stream().map(Topic::topicName).toList(), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    onAssigned.accept(consumer, partitions);
                }
            });
            body.accept(consumer);
        } finally {
            close(consumer);
        }
    }

    /** Goes back to the first record of some partitions since then, unless the consumer stands before it anyway. */
    public static void goBack(Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Instant since) {
        var times =
                partitions.stream().collect(Collectors.toMap(partition -> partition, unused -> since.toEpochMilli()));
        consumer.offsetsForTimes(times).forEach((partition, found) -> {
            if (found != null && found.offset() < consumer.position(partition)) {
                consumer.seek(partition, found.offset());
            }
        });
    }

    /**
     * Goes on after a record that cannot be read.
     *
     * @throws RecordDeserializationException the same, if only the registry gave no answer
     */
    public static void passOver(Consumer<?, ?> consumer, RecordDeserializationException exception) {
        if (exception.getCause() instanceof RegistryUnavailableException) {
            throw exception;
        }
        LOG.error("Cannot read {} at offset {}", exception.topicPartition(), exception.offset(), exception);
        consumer.seek(exception.topicPartition(), exception.offset() + 1);
    }

    /** Closes a consumer within 5 s, and leaves its group, so that its partitions move at once. */
    public static void close(Consumer<?, ?> consumer) {
        consumer.close(CloseOptions.timeout(CLOSE_WITHIN)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }

    private static <V extends SpecificRecord> Consumer<String, V> consumer(Map<String, Object> config) {
        config.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                IsolationLevel.READ_COMMITTED.name().toLowerCase(Locale.ROOT));
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        var values = new AvroDeserializer<V>();
        values.configure(config, false);
        return new KafkaConsumer<>(config, new StringDeserializer(), values);
    }

    private Map<String, Object> named(String name) {
        var config = common();
        config.put(CommonClientConfigs.CLIENT_ID_CONFIG, instance.id() + "-" + name);
        return config;
    }
}
