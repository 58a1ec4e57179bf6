package io.quotaledger.ledgerservice.sync;

import io.micronaut.context.annotation.ConfigurationProperties;
import java.time.Duration;

/**
 * How Redis is compared with the ledger.
 *
 * @param interval time between two checkpoints of an account to which something happens; a fifth more or less each time, so
 *     that instances do not go together
 * @param batch checkpoints, instructions to Redis or requests for seeds under way at once, at least 1
 * @param activeFor how long after its last movement an account is expected in Redis and seeded again when Redis has lost its
 *     memory; after that it is seeded when it is needed
 * @param dropIdleAfter after how long without use an account is dropped from Redis, at least {@code activeFor}; 0: never
 */
@ConfigurationProperties("quota.reconciliation")
public record ReconciliationSettings(Duration interval, int batch, Duration activeFor, Duration dropIdleAfter) {
    public ReconciliationSettings {
        var isDropTooEarly = !dropIdleAfter.isZero() && dropIdleAfter.compareTo(activeFor) < 0;
        if (interval.toMillis() < 1 || batch < 1 || activeFor.compareTo(interval) < 0 || isDropTooEarly) {
            throw new IllegalArgumentException(
                    "quota.reconciliation: interval must be at least 1 ms, batch at least 1, active-for at least the"
                            + " interval, drop-idle-after 0 or at least active-for; they are " + interval + ", " + batch
                            + ", " + activeFor + ", " + dropIdleAfter);
        }
    }
}
