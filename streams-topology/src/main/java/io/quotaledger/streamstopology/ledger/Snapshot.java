package io.quotaledger.streamstopology.ledger;

import org.jspecify.annotations.Nullable;

/**
 * A checkpoint judged.
 *
 * @param account the account
 * @param checkpoint what Redis said
 * @param verdict what that means
 * @param ledger what Redis should have said; if it went back in time or was seeded anew, what the ledger holds now
 * @param missingEvents executions that Redis counted and the ledger never saw
 * @param pendingUpdates updates that were sent and that Redis had not applied
 * @param reason why the account was seeded or updated for it; null if it was not
 */
public record Snapshot(
        AccountId account,
        Checkpoint checkpoint,
        Verdict verdict,
        StoreFigures ledger,
        long missingEvents,
        long pendingUpdates,
        @Nullable InstructionReason reason) {
    /** What a checkpoint told. */
    public enum Verdict {
        /** Both sides agree. */
        MATCHED,
        /** They differ. */
        DRIFTED,
        /** Events of Redis never arrived; the figures may differ. */
        MISSING_EVENTS,
        /** Redis went back in time. */
        REWOUND,
        /** A seed ended the life before it could be judged. */
        SUPERSEDED
    }

    /** What Redis lacks of what it should hold. */
    public StoreDelta drift() {
        return ledger.minus(checkpoint.figures());
    }
}
