package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.check.Closing.Kind;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the events say of each reservation of some tenants. An event id counts once, however often it was published. */
final class Reservations {
    private final Set<String> tenants;
    private final Set<String> eventIds = new HashSet<>();
    private final Map<String, String> prepaid = new HashMap<>();
    private final Map<String, List<Closing>> closed = new HashMap<>();
    private final Map<Account, Long> estimated = new TreeMap<>();
    private int repeatedPrepaids;

    Reservations(Set<String> tenants) {
        this.tenants = Set.copyOf(tenants);
    }

    /**
     * Takes an event; true if the ledger is to make a journal entry of it. A repeat moves nothing, nor does a prepay that its closing has
     * overtaken, nor what closes a reservation that holds nothing.
     */
    synchronized boolean add(QuotaEvent event) {
        if (!tenants.contains(event.getTenantId())) {
            return false;
        }
        if (event.getPrepaid() != null) {
            return isNew(event) && addPrepaid(event);
        } else if (event.getSettled() != null) {
            return isNew(event) && addSettled(event);
        } else if (event.getRefunded() != null) {
            var refunded = event.getRefunded();
            return isNew(event)
                    && release(
                            refunded.getReservationId(),
                            closing(event.getTenantId(), Kind.REFUNDED, refunded.getCall(), refunded.getLegs()));
        } else if (event.getReservationExpired() != null) {
            return isNew(event)
                    && release(
                            event.getReservationExpired().getReservationId(),
                            new Closing(Kind.EXPIRED, null, "", Map.of(), Map.of()));
        }
        return false;
    }

    /** Whether each prepaid reservation has a terminal event. */
    synchronized boolean areClosed() {
        return closed.keySet().containsAll(prepaid.keySet());
    }

    /** Prepaid reservations without a terminal event. */
    synchronized List<Mismatch> open() {
        return prepaid.entrySet().stream()
                .filter(entry -> !closed.containsKey(entry.getKey()))
                .map(entry -> new Mismatch(entry.getValue() + " reservation " + entry.getKey(), "open"))
                .toList();
    }

    /** Terminal events, in no order. */
    synchronized List<Closing> allClosings() {
        return closed.values().stream().flatMap(List::stream).toList();
    }

    /** Estimated charges by account, over all periods. */
    synchronized Map<Account, Long> estimatedCharges() {
        return new TreeMap<>(estimated);
    }

    /** Reservations that do not have exactly one prepay and one terminal event. */
    synchronized List<Mismatch> unbalanced() {
        var mismatches = new ArrayList<Mismatch>();
        prepaid.forEach((id, tenantId) -> {
            int count = closed.getOrDefault(id, List.of()).size();
            if (count != 1) {
                mismatches.add(new Mismatch(tenantId + " reservation " + id, count + " terminal events"));
            }
        });
        closed.keySet().stream()
                .filter(id -> !prepaid.containsKey(id))
                .forEach(id -> mismatches.add(new Mismatch("reservation " + id, "closed, but never prepaid")));
        if (repeatedPrepaids > 0) {
            mismatches.add(new Mismatch("events", repeatedPrepaids + " reservations were prepaid twice"));
        }
        return mismatches;
    }

    private boolean isNew(QuotaEvent event) {
        return eventIds.add(event.getEventId());
    }

    private boolean addPrepaid(QuotaEvent event) {
        if (prepaid.put(event.getPrepaid().getReservationId(), event.getTenantId()) != null) {
            repeatedPrepaids++;
        }
        return !closed.containsKey(event.getPrepaid().getReservationId());
    }

    private boolean addSettled(QuotaEvent event) {
        var settled = event.getSettled();
        var kind = settled.getProvenance() == Provenance.ESTIMATED ? Kind.ESTIMATED : Kind.REPORTED;
        var earlier = close(
                settled.getReservationId(), closing(event.getTenantId(), kind, settled.getCall(), settled.getLegs()));
        boolean moves = earlier.stream().allMatch(closing -> closing.kind() == Kind.EXPIRED);
        if (moves && kind == Kind.ESTIMATED) {
            for (var leg : settled.getLegs()) {
                var account = Account.of(event.getTenantId(), leg.getAccount()).overPeriods();
                estimated.merge(account, leg.getConsumed(), Long::sum);
            }
        }
        return moves;
    }

    private boolean release(String reservationId, Closing closing) {
        return close(reservationId, closing).isEmpty() && prepaid.containsKey(reservationId);
    }

    /**
     * The terminal events before this one. A gateway that got no answer from Redis tells the log of the same ending itself, also if
     * Redis had written the event: that is one ending.
     */
    private List<Closing> close(String reservationId, Closing closing) {
        var closings = closed.computeIfAbsent(reservationId, id -> new ArrayList<>(1));
        var earlier = List.copyOf(closings);
        if (!earlier.contains(closing)) {
            closings.add(closing);
        }
        return earlier;
    }

    private static Closing closing(String tenantId, Kind kind, Call call, List<Leg> legs) {
        var charged = new TreeMap<String, Long>();
        var held = new TreeMap<String, Long>();
        for (var leg : legs) {
            var meter = leg.getAccount().getMeter();
            held.put(meter, leg.getHeld());
            if (kind != Kind.REFUNDED) {
                charged.put(meter, leg.getConsumed());
            }
        }
        return new Closing(
                kind, new Caller(tenantId, call.getAppId(), call.getKeyId()), call.getModel(), charged, held);
    }
}
