package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Snapshot.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Compares an account with what Redis says of it, and mends what differs: rule 2 of design.md section 6. A checkpoint is
 * judged when as many executions were seen as Redis had counted, or when its grace time is over.
 */
final class Reconciliation {
    private final LedgerState state;
    private final Instant appendTime;

    /**
     * @param state as of the event before
     * @param appendTime when the event was appended
     */
    Reconciliation(LedgerState state, Instant appendTime) {
        this.state = state;
        this.appendTime = appendTime;
    }

    /** A checkpoint arrives. */
    void receive(AccountDraft draft, Checkpoint checkpoint) {
        var life = draft.life();
        var checkpoints = life.checkpoints();
        var isOfThisLife = life.isSeeded() && checkpoint.epoch() == life.epoch();
        var isClosed =
                isOfThisLife && checkpoint.generation() <= life.generations().closed();
        if (checkpoints.isWaiting(checkpoint.eventId())) {
            return;
        }
        if (checkpoint.epoch() < life.epoch() && checkpoints.isOvertaken(checkpoint, appendTime)) {
            superseded(draft, checkpoint, null);
            return;
        }
        if (isClosed && checkpoints.isOvertaken(checkpoint, appendTime)) {
            return;
        }
        if (!isOfThisLife) {
            rewound(draft, checkpoint, InstructionReason.OTHER_EPOCH);
        } else if (isClosed) {
            rewound(draft, checkpoint, InstructionReason.CLOSED_GENERATION);
        } else if (checkpoint.updateNumber() < life.confirmedUpdate()
                || checkpoint.updateNumber() > life.updateNumber()) {
            rewound(draft, checkpoint, InstructionReason.UPDATES_LOST);
        } else {
            draft.arrived(checkpoint, appendTime);
        }
    }

    /**
     * Judges what can be judged.
     *
     * @param overdue event id of the checkpoint whose grace time is over, with all before it; null if none
     */
    void judge(AccountDraft draft, @Nullable String overdue) {
        var isForced = overdue != null && draft.life().checkpoints().isWaiting(overdue);
        while (!draft.life().checkpoints().waiting().isEmpty()) {
            var next = draft.life().checkpoints().waiting().get(0);
            var checkpoint = next.checkpoint();
            var missing = checkpoint.executions() - draft.life().generations().executionsUpTo(checkpoint.generation());
            if (missing < 0) {
                draft.refuted();
                rewound(draft, checkpoint, InstructionReason.EXECUTIONS_LOST);
            } else if (missing == 0 || isForced) {
                conclude(draft, next, missing);
            } else {
                return;
            }
            isForced &= !checkpoint.eventId().equals(overdue);
        }
    }

    /** A seed ends the life; what waited is not judged any more. */
    void reseed(AccountDraft draft, long sawEpoch, InstructionReason reason) {
        var waiting = draft.life().checkpoints().waiting();
        draft.reseed(sawEpoch, appendTime, reason);
        for (var other : waiting) {
            superseded(draft, other.checkpoint(), reason);
        }
    }

    /** Redis dropped the account; what waited is not judged any more. */
    void end(AccountDraft draft, Checkpoint last) {
        var waiting = draft.life().checkpoints().waiting();
        draft.end(last, appendTime);
        for (var other : waiting) {
            superseded(draft, other.checkpoint(), null);
        }
    }

    private void conclude(AccountDraft draft, WaitingCheckpoint waiting, long missing) {
        var checkpoint = waiting.checkpoint();
        var expected = expected(draft, checkpoint);
        var drift = expected.minus(checkpoint.figures());
        var isCapOther = expected.uncapped() != checkpoint.figures().uncapped();
        var isDrifted = !drift.equals(StoreDelta.NONE) || isCapOther;
        draft.judged();
        @Nullable InstructionReason seedFor = reasonToSeed(draft, waiting, drift);
        var verdict = missing > 0 ? Verdict.MISSING_EVENTS : isDrifted ? Verdict.DRIFTED : Verdict.MATCHED;
        @Nullable InstructionReason reason = seedFor != null ? seedFor : isDrifted ? InstructionReason.DRIFT : null;
        long pending = draft.life().updateNumber() - checkpoint.updateNumber();
        record(draft, new Snapshot(draft.id(), checkpoint, verdict, expected, missing, pending, reason));
        if (seedFor != null) {
            reseed(draft, 0, seedFor);
        } else if (isDrifted) {
            draft.correct(drift, isCapOther ? draft.isUncapped() : null, InstructionReason.DRIFT);
        }
    }

    /** An update is lost, or the drift is more than Redis can be told exactly. */
    private @Nullable InstructionReason reasonToSeed(AccountDraft draft, WaitingCheckpoint waiting, StoreDelta drift) {
        var seen = waiting.checkpoint().updateNumber();
        var isUpdateLost =
                state.updates(draft.id(), seen, seen + 1).stream().anyMatch(update -> update.isOverdueAt(waiting));
        return isUpdateLost ? InstructionReason.UPDATE_UNCONFIRMED : drift.isInRange() ? null : InstructionReason.DRIFT;
    }

    /** What Redis should have said: all it was given by then. */
    private StoreFigures expected(AccountDraft draft, Checkpoint checkpoint) {
        var life = draft.life();
        if (life.base() == null) {
            throw new BrokenInvariantException("a life has a base: " + draft.id());
        }
        var expected = life.base().plus(life.generations().sumUpTo(checkpoint.generation()));
        for (var update : state.updates(draft.id(), life.confirmedUpdate(), checkpoint.updateNumber())) {
            expected = expected.after(update);
        }
        return expected;
    }

    private void rewound(AccountDraft draft, Checkpoint checkpoint, InstructionReason reason) {
        record(draft, new Snapshot(draft.id(), checkpoint, Verdict.REWOUND, draft.figures(), 0, 0, reason));
        reseed(draft, checkpoint.epoch(), reason);
    }

    private static void superseded(AccountDraft draft, Checkpoint checkpoint, @Nullable InstructionReason reason) {
        draft.snapshot(new Snapshot(draft.id(), checkpoint, Verdict.SUPERSEDED, draft.figures(), 0, 0, reason));
    }

    private static void record(AccountDraft draft, Snapshot snapshot) {
        draft.snapshot(snapshot);
        alert(draft, snapshot);
    }

    private static void alert(AccountDraft draft, Snapshot snapshot) {
        var drift = snapshot.drift().ofAvailable();
        var sides = "Redis has %s, the ledger %s, in epoch %d, generation %d"
                .formatted(
                        words(snapshot.checkpoint().figures()),
                        words(snapshot.ledger()),
                        snapshot.checkpoint().epoch(),
                        snapshot.checkpoint().generation());
        switch (snapshot.verdict()) {
            case DRIFTED -> draft.alert(new Alert(Alert.Kind.DRIFT, draft.id(), drift, sides));
            case REWOUND ->
                draft.alert(new Alert(
                        Alert.Kind.REWOUND, draft.id(), drift, snapshot.reason() + ": " + sides + "; seeded anew"));
            case MISSING_EVENTS ->
                draft.alert(new Alert(
                        Alert.Kind.MISSING_EVENTS,
                        draft.id(),
                        snapshot.missingEvents(),
                        snapshot.missingEvents() + " events did not arrive: " + sides));
            case MATCHED, SUPERSEDED -> {}
        }
        if (snapshot.reason() == InstructionReason.UPDATE_UNCONFIRMED) {
            draft.alert(new Alert(
                    Alert.Kind.UPDATE_LOST,
                    draft.id(),
                    snapshot.pendingUpdates(),
                    snapshot.pendingUpdates() + " updates did not arrive in Redis: " + sides + "; seeded anew"));
        }
    }

    private static String words(StoreFigures figures) {
        return "granted %d, reserved %d, consumed %d%s"
                .formatted(
                        figures.granted(),
                        figures.reserved(),
                        figures.consumed(),
                        figures.uncapped() ? " (uncapped)" : "");
    }
}
