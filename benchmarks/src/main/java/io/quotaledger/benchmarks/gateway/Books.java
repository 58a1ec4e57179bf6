package io.quotaledger.benchmarks.gateway;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Stands in for the ledger service, which does not run: writes the configuration, seeds the accounts, and holds the events in Kafka
 * against the calls that were made. Reads no event while a load runs.
 */
final class Books implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int READ_AT_ONCE = 5_000;
    private static final int SEEDS_AT_ONCE = 200_000;

    private final List<Tenant> tenants = new ArrayList<>();
    private final String bootstrapServers;
    private final AvroSerde<SpecificRecord> serde;
    private final RedisClient redisClient;
    private final StatefulRedisConnection<String, String> redis;
    private final LettuceQuotaStore store;
    private final KafkaConsumer<String, SpecificRecord> consumer;
    private final Reservations reservations = new Reservations();
    private final AtomicLong calls = new AtomicLong();

    /** Knows no tenant yet. */
    Books(LocalStack servers) {
        this.bootstrapServers = servers.bootstrapServers();
        this.serde = AvroSerde.forTopics(
                Map.of("schema.registry.url", servers.registryUrl().toString()));
        this.redisClient = RedisClient.create(servers.redisUri());
        this.redis = redisClient.connect();
        this.store = LettuceQuotaStore.connect(
                StoreSettings.of(servers.redisUri())
                        .withCommandTimeout(PATIENCE)
                        .withRequestQueueSize(SEEDS_AT_ONCE),
                serde);
        this.consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers.bootstrapServers(),
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        READ_AT_ONCE),
                new StringDeserializer(),
                serde.deserializer());
        var partitions = consumer.partitionsFor(Topic.EVENTS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Makes tenants known, the last one last, and seeds their accounts. */
    void open(List<Tenant> some) {
        tenants.addAll(some);
        write(some);
        seed(some);
    }

    /** A call that is billed if its stage ends well. */
    <T> CompletionStage<T> count(CompletionStage<T> call) {
        return call.thenApply(answer -> {
            calls.incrementAndGet();
            return answer;
        });
    }

    /** Holds the events against the calls, and puts all accounts back to their start. */
    void reset() {
        check();
        redis.sync().flushall();
        seed(tenants);
    }

    /**
     * Waits for the events of all calls since the last time.
     *
     * @throws IllegalStateException if a call is not prepaid and settled once in Kafka, or an event belongs to none
     */
    void check() {
        long expected = calls.getAndSet(0);
        long until = System.nanoTime() + PATIENCE.toNanos();
        do {
            for (var record : consumer.poll(POLL)) {
                reservations.add((QuotaEvent) record.value());
            }
        } while (!reservations.areComplete(expected) && System.nanoTime() < until);
        reservations.close(expected);
    }

    private void seed(List<Tenant> some) {
        var now = Instant.now();
        CompletableFuture.allOf(some.stream()
                        .flatMap(tenant -> tenant.seeds(now))
                        .map(seed -> store.apply(seed).toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private void write(List<Tenant> some) {
        var entries = new LinkedHashMap<String, ConfigEntry>(Catalogue.config());
        some.forEach(tenant -> entries.putAll(tenant.config()));
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrapServers),
                new StringSerializer(),
                serde.serializer())) {
            var written = new ArrayList<Future<?>>();
            entries.forEach((key, entry) ->
                    written.add(producer.send(new ProducerRecord<>(Topic.CONFIG.topicName(), key, entry))));
            for (var one : written) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the configuration is not written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        consumer.close();
        store.close();
        redisClient.shutdown();
    }
}
