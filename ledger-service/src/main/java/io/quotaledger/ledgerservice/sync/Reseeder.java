package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.kafka.RestartingThread;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.StoreUpdate;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies {@code quota-store-updates} to Redis: per account one after the other in the order of the topic, accounts side by side.
 * Offsets are committed when a batch is applied, so after a crash a batch is applied again, which changes nothing. While a batch
 * waits for Redis, the consumer stays in its group without fetching more.
 */
@Singleton
public final class Reseeder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reseeder.class);
    private static final String GROUP = "quota-reseeder";
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaClients clients;
    private final MeterRegistry registry;
    private final SeedRequests seeds;
    private final InstructionApplier applier;
    private final ScheduledExecutorService retries =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "retry-sync"));
    private final RestartingThread thread = new RestartingThread(
            "reseeder", this::run, e -> LOG.error("The reseeder failed and goes on from its last commit", e));

    Reseeder(
            KafkaClients clients,
            LettuceQuotaStore redis,
            SeedRequests seeds,
            AccountActivity activity,
            MeterRegistry registry,
            Clock clock) {
        this.clients = clients;
        this.registry = registry;
        this.seeds = seeds;
        this.applier = new InstructionApplier(redis, seeds, new SyncMetrics(registry, clock), activity, clock, retries);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.close();
        retries.shutdownNow();
        seeds.close();
    }

    private void run() {
        clients.follow(GROUP, List.of(Topic.STORE_UPDATES), registry, this::follow);
    }

    private void follow(Consumer<String, StoreUpdate> consumer) {
        while (!thread.isClosed()) {
            try {
                var records = consumer.poll(POLL);
                if (!records.isEmpty() && awaitApplied(consumer, applyAll(records))) {
                    consumer.commitSync(records.nextOffsets());
                }
            } catch (RecordDeserializationException e) {
                KafkaClients.passOver(consumer, e);
            }
        }
    }

    private CompletableFuture<Void> applyAll(ConsumerRecords<String, StoreUpdate> records) {
        Map<AccountKey, CompletableFuture<Void>> lastOfAccount = new HashMap<>();
        for (ConsumerRecord<String, StoreUpdate> record : records) {
            if (record.value() == null) {
                continue;
            }
            var account =
                    AccountKey.of(record.value().getTenantId(), record.value().getAccount());
            var before = lastOfAccount.getOrDefault(account, CompletableFuture.completedFuture(null));
            lastOfAccount.put(account, before.thenCompose(done -> applier.apply(record)));
        }
        return CompletableFuture.allOf(lastOfAccount.values().toArray(CompletableFuture[]::new));
    }

    /** Whether the batch was applied; false if the reseeder was closed before. */
    private boolean awaitApplied(Consumer<String, StoreUpdate> consumer, CompletableFuture<Void> applied) {
        if (!isDone(applied)) {
            consumer.pause(consumer.assignment());
            while (!isDone(applied)) {
                if (thread.isClosed()) {
                    return false;
                }
                stayInGroup(consumer);
            }
            consumer.resume(consumer.assignment());
        }
        applied.join();
        return true;
    }

    /** A rebalance may bring partitions that are not paused: what is fetched of them now is read again later. */
    private static void stayInGroup(Consumer<String, StoreUpdate> consumer) {
        var early = consumer.poll(Duration.ZERO);
        early.partitions()
                .forEach(partition ->
                        consumer.seek(partition, early.records(partition).get(0).offset()));
        consumer.pause(consumer.assignment());
    }

    private static boolean isDone(CompletableFuture<Void> applied) {
        try {
            applied.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            LOG.debug("The batch failed", e);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
