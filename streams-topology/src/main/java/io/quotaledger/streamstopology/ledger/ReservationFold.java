package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.OfGateway;
import io.quotaledger.streamstopology.ledger.Payload.Prepaid;
import io.quotaledger.streamstopology.ledger.Payload.Refunded;
import io.quotaledger.streamstopology.ledger.Payload.Settled;
import io.quotaledger.streamstopology.ledger.Reservation.HeldLeg;
import io.quotaledger.streamstopology.ledger.Reservation.State;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prepays and their ends: the reservation state table of design.md section 5. */
final class ReservationFold {
    private final PeriodCalendar calendar;
    private final Duration retention;

    /** @param retention how long a closed reservation is remembered, and how old an event about an unknown one may be */
    ReservationFold(PeriodCalendar calendar, Duration retention) {
        this.calendar = calendar;
        this.retention = retention;
    }

    Effects apply(Event event, OfGateway payload, LedgerState state, Instant appendTime) {
        var known = remembered(state.reservation(payload.reservationId()), appendTime);
        if (known != null && known.eventIds().contains(event.eventId())) {
            return Effects.NONE;
        }
        if (known == null && event.time().isBefore(appendTime.minus(retention))) {
            return Effects.unbookable("older than the retention of reservations");
        }
        var booking = new Booking(state, appendTime);
        var movesLedger = known == null || movesLedger(payload, known.state());
        var missing = draft(booking, payload, known, movesLedger, new AccountOpener(state, calendar), state);
        if (missing != null) {
            return Effects.unbookable("cannot open " + missing);
        }
        var held = known != null && known.state() == State.HELD ? heldBy(known.legs()) : Map.<AccountId, Long>of();
        if (movesLedger) {
            book(booking, payload, held);
        }
        noteRedis(booking, payload);
        var outOfRange = booking.outOfRange();
        if (outOfRange != null) {
            return Effects.unbookable("figures of " + outOfRange + " would exceed 2^53 - 1");
        }
        var effects = new Effects.Builder();
        if (known != null && isConflict(payload, known)) {
            effects.outcome(new Outcome(OutcomeCode.SETTLEMENT_CONFLICT, conflict(payload, known)));
        }
        effects.reservation(next(event, payload, known, appendTime));
        return booking.finish(effects, kind(payload, known), payload.reservationId(), payload.call())
                .build();
    }

    Effects expire(Event event, String reservationId, LedgerState state, Instant appendTime) {
        var known = remembered(state.reservation(reservationId), appendTime);
        if (known == null || known.state() != State.HELD) {
            return Effects.NONE;
        }
        var booking = new Booking(state, appendTime);
        for (var leg : known.legs()) {
            var account = state.account(leg.account());
            BrokenInvariantException.check(account != null, "a held account exists", leg.account());
            if (account != null) {
                booking.add(leg.account(), new AccountDraft(account, false)).close(leg.held(), 0);
            }
        }
        var effects = new Effects.Builder()
                .reservation(known.close(State.EXPIRED, known.legs(), event.time(), appendTime, null));
        return booking.finish(effects, EntryKind.RESERVATION_EXPIRED, reservationId, known.call())
                .build();
    }

    private @Nullable Reservation remembered(@Nullable Reservation stored, Instant appendTime) {
        var isForgotten = stored != null
                && stored.state() != State.HELD
                && stored.keptSince().plus(Fold.keepingTime(retention)).isBefore(appendTime);
        return isForgotten ? null : stored;
    }

    private static boolean movesLedger(OfGateway payload, State state) {
        return !(payload instanceof Prepaid) && (state == State.HELD || state == State.EXPIRED);
    }

    /** Drafts of all accounts concerned; the one that cannot be opened, if any. */
    private static @Nullable AccountId draft(
            Booking booking,
            OfGateway payload,
            @Nullable Reservation known,
            boolean opens,
            AccountOpener opener,
            LedgerState state) {
        for (var leg : payload.legs()) {
            var account = state.account(leg.account());
            var draft = account != null
                    ? new AccountDraft(account, false)
                    : opens && !(payload instanceof Refunded) ? opener.draft(leg.account()) : null;
            if (draft != null) {
                booking.add(leg.account(), draft);
            } else if (opens && !(payload instanceof Refunded)) {
                return leg.account();
            }
        }
        for (var leg : known == null || !opens ? List.<HeldLeg>of() : known.legs()) {
            var account = state.account(leg.account());
            if (booking.get(leg.account()) == null && account != null) {
                booking.add(leg.account(), new AccountDraft(account, false));
            }
        }
        return null;
    }

    private static void book(Booking booking, OfGateway payload, Map<AccountId, Long> held) {
        var open = new LinkedHashMap<>(held);
        for (var leg : payload.legs()) {
            var draft = booking.get(leg.account());
            var release = open.remove(leg.account());
            if (draft == null) {
                continue;
            }
            if (payload instanceof Prepaid) {
                draft.hold(leg.held());
            } else if (payload instanceof Settled) {
                draft.close(release == null ? 0 : release, leg.consumed());
            } else {
                draft.refund(release == null ? 0 : release);
            }
        }
        open.forEach((account, amount) -> {
            var draft = booking.get(account);
            if (draft != null) {
                draft.close(amount, 0);
            }
        });
    }

    private static void noteRedis(Booking booking, OfGateway payload) {
        for (var leg : payload.legs()) {
            var draft = booking.get(leg.account());
            if (draft != null) {
                var delta = payload instanceof Prepaid
                        ? new StoreDelta(0, leg.held(), 0)
                        : new StoreDelta(0, -leg.held(), payload instanceof Settled ? leg.consumed() : 0);
                draft.appliedByRedis(delta, leg.stamp());
            }
        }
    }

    private static Reservation next(Event event, OfGateway payload, @Nullable Reservation known, Instant appendTime) {
        if (known == null) {
            return first(event, payload, appendTime);
        }
        if (!movesLedger(payload, known.state())) {
            return known.seen(event.eventId());
        }
        var next = payload instanceof Settled ? State.SETTLED : State.REFUNDED;
        return known.close(next, settledLegs(payload, known), event.time(), appendTime, event.eventId());
    }

    private static Reservation first(Event event, OfGateway payload, Instant appendTime) {
        var legs = payload.legs().stream()
                .map(leg -> new HeldLeg(leg.account(), leg.held(), consumed(payload, leg)))
                .toList();
        var prepaid = payload instanceof Prepaid p ? p : null;
        var state = prepaid != null ? State.HELD : payload instanceof Settled ? State.SETTLED : State.REFUNDED;
        return new Reservation(
                payload.reservationId(),
                state,
                legs,
                prepaid == null ? null : event.time().plus(prepaid.hold()),
                prepaid == null ? null : event.time(),
                prepaid == null ? event.time() : null,
                false,
                List.of(event.eventId()),
                appendTime,
                payload.call());
    }

    /** The held legs with what the payload consumed, then accounts that only the payload names. */
    private static List<HeldLeg> settledLegs(OfGateway payload, Reservation known) {
        var legs = new LinkedHashMap<AccountId, HeldLeg>();
        known.legs().forEach(leg -> legs.put(leg.account(), new HeldLeg(leg.account(), leg.held(), 0)));
        for (var leg : payload.legs()) {
            var held = legs.get(leg.account());
            legs.put(leg.account(), new HeldLeg(leg.account(), held == null ? 0 : held.held(), consumed(payload, leg)));
        }
        return List.copyOf(legs.values());
    }

    private static long consumed(OfGateway payload, Leg leg) {
        return payload instanceof Settled ? leg.consumed() : 0;
    }

    private static Map<AccountId, Long> heldBy(List<HeldLeg> legs) {
        var held = new LinkedHashMap<AccountId, Long>();
        legs.forEach(leg -> held.put(leg.account(), leg.held()));
        return held;
    }

    private static boolean isConflict(OfGateway payload, Reservation known) {
        return switch (known.state()) {
            case HELD, EXPIRED -> false;
            case REFUNDED -> payload instanceof Settled;
            case SETTLED ->
                payload instanceof Refunded
                        || (payload instanceof Settled && !consumedBy(payload).equals(consumedOf(known)));
        };
    }

    private static Map<AccountId, Long> consumedBy(OfGateway payload) {
        var consumed = new LinkedHashMap<AccountId, Long>();
        payload.legs().forEach(leg -> consumed.merge(leg.account(), leg.consumed(), Long::sum));
        consumed.values().removeIf(amount -> amount == 0);
        return consumed;
    }

    private static Map<AccountId, Long> consumedOf(Reservation known) {
        var consumed = new LinkedHashMap<AccountId, Long>();
        known.legs().forEach(leg -> consumed.merge(leg.account(), leg.consumed(), Long::sum));
        consumed.values().removeIf(amount -> amount == 0);
        return consumed;
    }

    private static String conflict(OfGateway payload, Reservation known) {
        var said =
                payload instanceof Settled ? "settled at " + consumedBy(payload).values() : "refunded";
        return "reservation %s is %s at %s, the event says %s"
                .formatted(
                        known.reservationId(), known.state(), consumedOf(known).values(), said);
    }

    private static EntryKind kind(OfGateway payload, @Nullable Reservation known) {
        if (payload instanceof Prepaid) {
            return EntryKind.PREPAID;
        }
        if (payload instanceof Refunded) {
            return EntryKind.REFUNDED;
        }
        return known != null && known.state() == State.EXPIRED ? EntryKind.SETTLED_LATE : EntryKind.SETTLED;
    }
}
