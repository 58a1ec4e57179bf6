package io.quotaledger.streamstopology.ledger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An update that no checkpoint has confirmed yet.
 *
 * @param number its number in its life, from 1
 * @param delta what it changes
 * @param uncapped new value, null if unchanged
 * @param checkpointsBefore checkpoints of this life that had arrived when it was made
 * @param madeAt append time of the event that caused it
 */
public record PendingUpdate(
        long number, StoreDelta delta, @Nullable Boolean uncapped, long checkpointsBefore, Instant madeAt) {
    /** Checkpoints that must have come without an update before it is taken for lost. */
    private static final int CHECKPOINTS_TO_CONFIRM = 2;
    /** An update arrives in Redis within this time, also if ledger or reseeder lag. */
    private static final Duration ARRIVES_WITHIN = Duration.ofMinutes(1);

    /** Whether it should have been in this checkpoint, whenever that was published, and is lost if it was not. */
    boolean isOverdueAt(WaitingCheckpoint checkpoint) {
        return checkpointsBefore + CHECKPOINTS_TO_CONFIRM <= checkpoint.number()
                && !checkpoint.checkpoint().time().isBefore(madeAt.plus(ARRIVES_WITHIN));
    }

    boolean uncappedAfter(boolean before) {
        return uncapped == null ? before : uncapped;
    }
}
