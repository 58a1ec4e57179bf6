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
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Applies {@code quota-store-updates} to Redis: per account one after the other in the order of the topic, accounts side by side.
 * Offsets are committed when a batch is applied, so after a crash a batch is applied again, which changes nothing. While a batch
 * waits for Redis, the consumer stays in its group without fetching more.
 *
 * <p>What was applied last is applied again when Redis was started again or another server has taken over, since that may have
 * forgotten it; and at every start, since that may have happened meanwhile.
 */
@Singleton
public final class Reseeder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reseeder.class);
    private static final String GROUP = "quota-reseeder";
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LOOK_FOR_RESTART = Duration.ofSeconds(1);
    /** Older instructions are confirmed by checkpoints, or the fold misses them there. */
    private static final Duration APPLIED_AGAIN = Duration.ofMinutes(2);

    private final KafkaClients clients;
    private final MeterRegistry registry;
    private final SeedRequests seeds;
    private final LettuceQuotaStore redis;
    private final Clock clock;
    private final InstructionApplier applier;
    private final int atOnce;
    private final ScheduledExecutorService retries =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "retry-sync"));
    private final RestartingThread thread = new RestartingThread(
            "reseeder", this::run, e -> LOG.error("The reseeder failed and goes on from its last commit", e));
    private @Nullable String history;

    Reseeder(
            KafkaClients clients,
            LettuceQuotaStore redis,
            SeedRequests seeds,
            AccountActivity activity,
            MeterRegistry registry,
            ReconciliationSettings settings,
            Clock clock) {
        this.clients = clients;
        this.registry = registry;
        this.seeds = seeds;
        this.redis = redis;
        this.clock = clock;
        this.atOnce = settings.batch();
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
        clients.follow(GROUP, List.of(Topic.STORE_UPDATES), registry, this::applyAgain, this::follow);
    }

    private void applyAgain(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        KafkaClients.goBack(consumer, partitions, clock.instant().minus(APPLIED_AGAIN));
    }

    private void follow(Consumer<String, StoreUpdate> consumer) {
        var nextLook = clock.instant();
        while (!thread.isClosed()) {
            try {
                if (!clock.instant().isBefore(nextLook)) {
                    nextLook = clock.instant().plus(LOOK_FOR_RESTART);
                    if (isRestarted()) {
                        applyAgain(consumer, consumer.assignment());
                    }
                }
                var records = consumer.poll(POLL);
                if (!records.isEmpty() && awaitApplied(consumer, applyAll(records))) {
                    consumer.commitSync(records.nextOffsets());
                }
            } catch (RecordDeserializationException e) {
                KafkaClients.passOver(consumer, e);
            }
        }
    }

    /** Whether Redis was started again, or another one has taken over, since the last look. */
    private boolean isRestarted() {
        try {
            var before = history;
            history = redis.history().toCompletableFuture().join();
            return before != null && !before.equals(history);
        } catch (CompletionException e) {
            LOG.debug("Looks again later whether Redis was started again", e.getCause());
            return false;
        }
    }

    /** Some accounts at once only: Redis answers calls after what it has been sent before them. */
    private CompletableFuture<Void> applyAll(ConsumerRecords<String, StoreUpdate> records) {
        Map<AccountKey, List<ConsumerRecord<String, StoreUpdate>>> byAccount = new LinkedHashMap<>();
        for (ConsumerRecord<String, StoreUpdate> record : records) {
            if (record.value() != null) {
                var account = AccountKey.of(
                        record.value().getTenantId(), record.value().getAccount());
                byAccount.computeIfAbsent(account, first -> new ArrayList<>()).add(record);
            }
        }
        return Flux.fromIterable(byAccount.values())
                .flatMapDelayError(this::applyInOrder, atOnce, atOnce)
                .then()
                .toFuture();
    }

    private Mono<Void> applyInOrder(List<ConsumerRecord<String, StoreUpdate>> records) {
        return Flux.fromIterable(records)
                .concatMap(record -> Mono.fromCompletionStage(() -> applier.apply(record)))
                .then();
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
