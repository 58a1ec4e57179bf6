package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.CheckpointOverdue;
import io.quotaledger.streamstopology.ledger.Payload.Checkpointed;
import io.quotaledger.streamstopology.ledger.Payload.Dropped;
import java.time.Duration;
import java.time.Instant;

/** Checkpoints arrive, or wait too long for their events, or there is nothing left to compare: rule 2 of design.md section 6. */
final class CheckpointFold {
    private final Duration grace;

    /** @param grace how long a checkpoint waits for its events */
    CheckpointFold(Duration grace) {
        this.grace = grace;
    }

    Effects apply(Checkpointed event, LedgerState state, Instant appendTime) {
        var account = state.account(event.account());
        if (account == null) {
            return Effects.unbookable("the ledger has no account " + event.account());
        }
        var booking = new Booking(state, appendTime);
        var draft = booking.add(event.account(), new AccountDraft(account, false));
        booking.reconciliation().receive(draft, event.checkpoint());
        return booking.finish(new Effects.Builder()).build();
    }

    /** A life ends, unless it has ended before: the event came twice, or after the seed of the next life. */
    Effects apply(Dropped event, LedgerState state, Instant appendTime) {
        var account = state.account(event.account());
        if (account == null) {
            return Effects.unbookable("the ledger has no account " + event.account());
        }
        if (event.last().epoch() < account.life().epoch()) {
            return Effects.NONE;
        }
        var booking = new Booking(state, appendTime);
        var draft = booking.add(event.account(), new AccountDraft(account, false));
        booking.reconciliation().end(draft, event.last());
        return booking.finish(new Effects.Builder()).build();
    }

    /** The clock of the log decides whether it is overdue, whatever the timer thought. */
    Effects apply(CheckpointOverdue event, LedgerState state, Instant appendTime) {
        var account = state.account(event.account());
        if (account == null) {
            return Effects.NONE;
        }
        var isOverdue = account.life().checkpoints().waiting().stream()
                .anyMatch(waiting -> waiting.checkpoint().eventId().equals(event.checkpointId())
                        && !waiting.receivedAt().plus(grace).isAfter(appendTime));
        if (!isOverdue) {
            return Effects.NONE;
        }
        var booking = new Booking(state, appendTime);
        var draft = booking.add(event.account(), new AccountDraft(account, false));
        booking.reconciliation().judge(draft, event.checkpointId());
        return booking.finish(new Effects.Builder()).build();
    }
}
