package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.AppOpened;
import io.quotaledger.streamstopology.ledger.Payload.CheckpointOverdue;
import io.quotaledger.streamstopology.ledger.Payload.Checkpointed;
import io.quotaledger.streamstopology.ledger.Payload.Command;
import io.quotaledger.streamstopology.ledger.Payload.Dropped;
import io.quotaledger.streamstopology.ledger.Payload.GrantActivated;
import io.quotaledger.streamstopology.ledger.Payload.GrantExpired;
import io.quotaledger.streamstopology.ledger.Payload.GrantIssued;
import io.quotaledger.streamstopology.ledger.Payload.KeyIssued;
import io.quotaledger.streamstopology.ledger.Payload.LimitChanged;
import io.quotaledger.streamstopology.ledger.Payload.OfGateway;
import io.quotaledger.streamstopology.ledger.Payload.PlanAssigned;
import io.quotaledger.streamstopology.ledger.Payload.ReservationExpired;
import io.quotaledger.streamstopology.ledger.Payload.SeedRequested;
import io.quotaledger.streamstopology.ledger.Payload.TenantOpened;
import java.time.Duration;
import java.time.Instant;

/** The ledger as a pure fold of its log: state and event in, everything that changes out. No clock, no randomness. */
public final class Fold {
    private final Duration retention;
    private final ReservationFold reservations;
    private final SeedFold seeds;
    private final LimitFold limits;
    private final CheckpointFold checkpoints;

    /**
     * @param calendar periods of budgets
     * @param retention how long closed reservations and answers are remembered, and how old an event may be that is
     *     about something unknown; at least a day
     * @param checkpointGrace how long a checkpoint waits for its events before they count as missing
     */
    public Fold(PeriodCalendar calendar, Duration retention, Duration checkpointGrace) {
        if (retention.compareTo(Duration.ofDays(1)) < 0) {
            throw new IllegalArgumentException("retention must be at least a day, was " + retention);
        }
        this.retention = retention;
        this.reservations = new ReservationFold(calendar, retention);
        this.seeds = new SeedFold(calendar);
        this.limits = new LimitFold(calendar);
        this.checkpoints = new CheckpointFold(checkpointGrace);
    }

    /** How long closed reservations and answers must stay in the state: the retention and a day for unequal clocks. */
    public static Duration keepingTime(Duration retention) {
        return retention.plusDays(1);
    }

    /**
     * What the event changes.
     *
     * @param state of the event's tenant, as of the event before
     * @param appendTime when the event was appended to the log: the fold's clock
     * @throws BrokenInvariantException if the books contradict themselves
     */
    public Effects apply(Event event, LedgerState state, Instant appendTime) {
        var payload = event.payload();
        if (payload instanceof OfGateway ofGateway) {
            return reservations.apply(event, ofGateway, state, appendTime);
        }
        if (payload instanceof ReservationExpired expired) {
            return reservations.expire(event, expired.reservationId(), state, appendTime);
        }
        if (payload instanceof GrantActivated activated) {
            return GrantFold.activate(activated.grantId(), state, appendTime);
        }
        if (payload instanceof GrantExpired expired) {
            return GrantFold.expire(expired.grantId(), state, appendTime);
        }
        if (payload instanceof Checkpointed checkpointed) {
            return checkpoints.apply(checkpointed, state, appendTime);
        }
        if (payload instanceof Dropped dropped) {
            return checkpoints.apply(dropped, state, appendTime);
        }
        if (payload instanceof CheckpointOverdue overdue) {
            return checkpoints.apply(overdue, state, appendTime);
        }
        return once(event, state, appendTime);
    }

    /** Commands and seed requests: applied at the first sight of their id, then answered as before. */
    private Effects once(Event event, LedgerState state, Instant appendTime) {
        var answered = state.command(event.eventId());
        if (answered != null
                && !answered.keptSince().plus(keepingTime(retention)).isBefore(appendTime)) {
            return repeat(event, answered);
        }
        if (event.time().isBefore(appendTime.minus(retention))) {
            return Effects.unbookable("older than the retention of answers");
        }
        var effects = event.payload() instanceof SeedRequested request
                ? seeds.apply(request, state, appendTime)
                : command(event, state, appendTime);
        var outcome = effects.outcome() == null ? Outcome.ACCEPTED : effects.outcome();
        return effects.remembering(new CommandRecord(event.eventId(), event.digest(), outcome, appendTime));
    }

    private static Effects repeat(Event event, CommandRecord answered) {
        if (!answered.digest().equals(event.digest())) {
            return Effects.answer(OutcomeCode.EVENT_ID_REUSED, "the id was used before for another content");
        }
        return event.payload() instanceof Command || !answered.outcome().accepted()
                ? Effects.answer(answered.outcome().code(), answered.outcome().detail())
                : Effects.NONE;
    }

    private Effects command(Event event, LedgerState state, Instant appendTime) {
        var payload = event.payload();
        if (payload instanceof TenantOpened command) {
            return ScopeFold.apply(command, event.tenantId(), state);
        } else if (payload instanceof PlanAssigned command) {
            return limits.apply(command, state, appendTime);
        } else if (payload instanceof AppOpened command) {
            return ScopeFold.apply(command, state);
        } else if (payload instanceof KeyIssued command) {
            return ScopeFold.apply(command, state);
        } else if (payload instanceof GrantIssued command) {
            return GrantFold.apply(command, state, appendTime);
        } else if (payload instanceof LimitChanged command) {
            return limits.apply(command, state, appendTime);
        }
        throw new BrokenInvariantException("no fold for " + payload.getClass().getSimpleName());
    }
}
