package io.quotaledger.ledgerservice.sync;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.quotastore.StoreUnavailableException;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies one instruction to Redis. While Redis does not answer it tries again for ever, since what follows for the same account must
 * wait for it anyway; an instruction that Redis answers with an error is given up, and shows as a gap at the next one.
 */
final class InstructionApplier {
    private static final Logger LOG = LoggerFactory.getLogger(InstructionApplier.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);
    private static final double GROWTH = 2;

    private final LedgerSync redis;
    private final SeedRequests seeds;
    private final SyncMetrics metrics;
    private final AccountActivity activity;
    private final Clock clock;
    private final ScheduledExecutorService retries;
    private final Retry retry;

    InstructionApplier(
            LedgerSync redis,
            SeedRequests seeds,
            SyncMetrics metrics,
            AccountActivity activity,
            Clock clock,
            ScheduledExecutorService retries) {
        this.redis = redis;
        this.seeds = seeds;
        this.metrics = metrics;
        this.activity = activity;
        this.clock = clock;
        this.retries = retries;
        this.retry = Retry.of(
                "sync",
                RetryConfig.custom()
                        .maxAttempts(Integer.MAX_VALUE)
                        .intervalFunction(
                                IntervalFunction.ofExponentialRandomBackoff(FIRST_PAUSE, GROWTH, LONGEST_PAUSE))
                        .retryOnException(failure -> unwrap(failure) instanceof StoreUnavailableException)
                        .build());
        retry.getEventPublisher()
                .onRetry(event -> logRetry(event.getNumberOfRetryAttempts(), event.getLastThrowable()));
    }

    /** Completes when the instruction needs no more work; fails only if a request for a seed could not be published. */
    CompletionStage<Void> apply(ConsumerRecord<String, StoreUpdate> record) {
        var instruction = record.value();
        return retry.executeCompletionStage(retries, () -> redis.apply(instruction))
                .handle((result, failure) -> failure == null ? applied(record, result) : failed(record, failure))
                .thenCompose(next -> next);
    }

    private CompletionStage<Void> applied(ConsumerRecord<String, StoreUpdate> record, SyncResult result) {
        var instruction = record.value();
        var now = clock.instant();
        metrics.count(instruction, result, record.timestamp());
        activity.note(AccountKey.of(instruction.getTenantId(), instruction.getAccount()), now, now);
        return result instanceof SyncResult.Gap gap
                ? seeds.requestForGap(record.value(), gap)
                : CompletableFuture.completedStage(null);
    }

    private CompletionStage<Void> failed(ConsumerRecord<String, StoreUpdate> record, Throwable failure) {
        metrics.countFailed(record.value());
        LOG.error(
                "Redis refused the instruction at {}-{} offset {} for {}",
                record.topic(),
                record.partition(),
                record.offset(),
                record.value().getAccount(),
                unwrap(failure));
        return CompletableFuture.completedStage(null);
    }

    private static void logRetry(int attempt, Throwable failure) {
        if (Integer.bitCount(attempt) == 1) {
            LOG.warn(
                    "Redis does not answer, attempt {}: {}",
                    attempt,
                    unwrap(failure).toString());
        }
    }

    private static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
