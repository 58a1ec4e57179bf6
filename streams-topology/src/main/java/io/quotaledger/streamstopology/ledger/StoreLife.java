package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of an account's life in Redis.
 *
 * @param epoch number of the current life, 0 before the first seed
 * @param closedGeneration last generation a checkpoint has closed, -1 if none
 * @param updateNumber number of the last update of this life, 0 if none
 * @param seededAt append time of the request that the last seed answered
 */
public record StoreLife(
        long epoch,
        long closedGeneration,
        long updateNumber,
        @Nullable Instant seededAt) {
    /** Redis never held it. */
    public static final StoreLife NEVER_SEEDED = new StoreLife(0, -1, 0, null);

    public StoreLife {
        BrokenInvariantException.check(
                epoch >= 0 && closedGeneration >= -1 && updateNumber >= 0 && (epoch > 0) == (seededAt != null),
                "a life in Redis begins with a seed",
                epoch + "/" + closedGeneration + "/" + updateNumber);
    }

    boolean isSeeded() {
        return epoch > 0;
    }

    /** Whether a script's change at this stamp is part of what the current life in Redis holds. */
    boolean counts(@Nullable StoreStamp stamp) {
        return stamp != null && isSeeded() && stamp.epoch() == epoch && stamp.generation() > closedGeneration;
    }

    StoreLife nextUpdate() {
        return new StoreLife(epoch, closedGeneration, updateNumber + 1, seededAt);
    }

    /** A new life, above the epoch that the requester saw as well. */
    StoreLife reseeded(long sawEpoch, Instant at) {
        return new StoreLife(Math.max(epoch, sawEpoch) + 1, -1, 0, at);
    }
}
