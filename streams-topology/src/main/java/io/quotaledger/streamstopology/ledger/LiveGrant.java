package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A grant of which something is left in its wallet.
 *
 * @param remaining what consumption has not burnt of it, at least 1
 * @param lapsed past its expiry, but still covering open reservations; what they give back expires
 */
public record LiveGrant(
        String grantId,
        long remaining,
        int priority,
        @Nullable Instant expiresAt,
        boolean lapsed) {
    /** Burn order; grants equal in it burn in the order of their issue. */
    static final Comparator<LiveGrant> BURN_ORDER = Comparator.comparingInt(LiveGrant::priority)
            .thenComparing(LiveGrant::expiresAt, Comparator.nullsLast(Comparator.naturalOrder()));

    public LiveGrant {
        BrokenInvariantException.check(remaining >= 1, "a live grant has something left", grantId);
    }

    LiveGrant withRemaining(long amount) {
        return new LiveGrant(grantId, amount, priority, expiresAt, lapsed);
    }

    LiveGrant asLapsed() {
        return new LiveGrant(grantId, remaining, priority, expiresAt, true);
    }
}
