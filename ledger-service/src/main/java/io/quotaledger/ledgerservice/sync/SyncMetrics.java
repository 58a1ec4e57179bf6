package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** What became of instructions to Redis, and how long after their cause. */
final class SyncMetrics {
    private static final String INSTRUCTIONS = "quota.sync.instructions";

    private final MeterRegistry registry;
    private final Clock clock;
    private final Timer delay;

    SyncMetrics(MeterRegistry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
        this.delay = Timer.builder("quota.sync.delay")
                .description("Time from the append of an event to its instruction applied in Redis")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
    }

    void count(StoreUpdate instruction, SyncResult result, long appendMillis) {
        count(instruction, result.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        if (result instanceof SyncResult.Applied) {
            var taken = Duration.between(Instant.ofEpochMilli(appendMillis), clock.instant());
            delay.record(taken.isNegative() ? Duration.ZERO : taken);
        }
    }

    void countFailed(StoreUpdate instruction) {
        count(instruction, "failed");
    }

    private void count(StoreUpdate instruction, String result) {
        var kind = instruction.getSeed() != null ? "seed" : "update";
        registry.counter(INSTRUCTIONS, "kind", kind, "result", result).increment();
    }
}
