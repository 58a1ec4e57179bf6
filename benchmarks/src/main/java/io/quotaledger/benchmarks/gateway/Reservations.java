package io.quotaledger.benchmarks.gateway;

import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.HashSet;
import java.util.Set;

/** The reservations of some calls, by their events; an event may come more than once. */
final class Reservations {
    private Set<String> before = Set.of();
    private Set<String> prepaid = new HashSet<>();
    private Set<String> settled = new HashSet<>();

    /** Takes an event; of those that were complete before, a late repeat says nothing. */
    void add(QuotaEvent event) {
        if (event.getPrepaid() != null) {
            add(prepaid, event.getPrepaid().getReservationId());
        } else if (event.getSettled() != null) {
            add(settled, event.getSettled().getReservationId());
        }
    }

    private void add(Set<String> ids, String id) {
        if (!before.contains(id)) {
            ids.add(id);
        }
    }

    /** Whether there are at least so many, all prepaid and settled. */
    boolean areComplete(long calls) {
        return prepaid.size() >= calls && prepaid.equals(settled);
    }

    /**
     * Ends the count and begins the next one.
     *
     * @throws IllegalStateException if there are not exactly so many, all prepaid and settled
     */
    void close(long calls) {
        if (!areComplete(calls) || prepaid.size() > calls) {
            throw new IllegalStateException(
                    calls + " calls, but " + prepaid.size() + " are prepaid and " + settled.size() + " settled");
        }
        before = prepaid;
        prepaid = new HashSet<>();
        settled = new HashSet<>();
    }
}
