package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reservation as the ledger keeps it.
 *
 * @param legs accounts with the amounts held and, once settled, consumed
 * @param deadline when the ledger expires it; null if its prepay was never seen open
 * @param openedAt time of the prepay; null if it was closed before the prepay was seen
 * @param closedAt time of the event that closed it; null while it is held
 * @param late settled after it had expired
 * @param eventIds ids of the gateway events seen, so that a repeat changes nothing
 * @param keptSince append time of its last change
 * @param call the call
 */
public record Reservation(
        String reservationId,
        State state,
        List<HeldLeg> legs,
        @Nullable Instant deadline,
        @Nullable Instant openedAt,
        @Nullable Instant closedAt,
        boolean late,
        List<String> eventIds,
        Instant keptSince,
        Call call) {
    /** Life of a reservation: HELD to one of the others; EXPIRED to SETTLED or REFUNDED if that comes late. */
    public enum State {
        HELD,
        SETTLED,
        REFUNDED,
        EXPIRED;

        boolean mayBecome(State next) {
            return next != HELD && (this == HELD || (this == EXPIRED && next != EXPIRED));
        }
    }

    /** What the reservation holds, and consumed, of one account. */
    public record HeldLeg(AccountId account, long held, long consumed) {}

    public Reservation {
        legs = List.copyOf(legs);
        eventIds = List.copyOf(eventIds);
        BrokenInvariantException.check(
                (state == State.HELD) == (closedAt == null), "a reservation is held or closed", reservationId);
        BrokenInvariantException.check(
                state != State.HELD || deadline != null, "a held reservation has a deadline", reservationId);
    }

    /** The same after one more event of its gateway that changed nothing of it. */
    Reservation seen(String eventId) {
        return new Reservation(
                reservationId, state, legs, deadline, openedAt, closedAt, late, plus(eventId), keptSince, call);
    }

    /** The same after a timer or gateway closed it; eventId is null for a timer. */
    Reservation close(State next, List<HeldLeg> newLegs, Instant at, Instant appendTime, @Nullable String eventId) {
        BrokenInvariantException.check(state.mayBecome(next), "a reservation closes once", reservationId);
        return new Reservation(
                reservationId,
                next,
                newLegs,
                deadline,
                openedAt,
                at,
                next == State.SETTLED && state == State.EXPIRED,
                eventId == null ? eventIds : plus(eventId),
                appendTime,
                call);
    }

    private List<String> plus(String eventId) {
        var ids = new ArrayList<>(eventIds);
        ids.add(eventId);
        return ids;
    }
}
