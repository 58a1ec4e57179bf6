package io.quotaledger.quickstart.chaos;

import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** What events and journal have of each call. Keeps every journal entry, so it is for runs of some thousands of calls. */
final class CallTrail implements Consumer<SpecificRecord> {
    private final Map<String, Set<String>> idsByTrace = new HashMap<>();
    private final Set<String> closedByGateway = new HashSet<>();
    private final Map<String, List<JournalEntry>> entries = new HashMap<>();

    @Override
    public synchronized void accept(SpecificRecord value) {
        if (value instanceof QuotaEvent event) {
            accept(event);
        } else if (value instanceof JournalEntry entry && entry.getReservationId() != null) {
            entries.computeIfAbsent(entry.getReservationId(), id -> new ArrayList<>(2))
                    .add(entry);
        }
    }

    /** Reservations by the {@code traceparent} of the calls that made them. */
    synchronized Map<String, List<Booked>> bookedByTrace() {
        return idsByTrace.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, trace -> trace.getValue().stream()
                        .map(id -> new Booked(id, closedByGateway.contains(id), entries.getOrDefault(id, List.of())))
                        .toList()));
    }

    private void accept(QuotaEvent event) {
        var closed = closedReservation(event);
        var id = event.getPrepaid() != null ? event.getPrepaid().getReservationId() : closed;
        if (closed != null) {
            closedByGateway.add(closed);
        }
        if (id != null && event.getTraceParent() != null) {
            idsByTrace
                    .computeIfAbsent(event.getTraceParent(), trace -> new HashSet<>())
                    .add(id);
        }
    }

    private static @Nullable String closedReservation(QuotaEvent event) {
        if (event.getSettled() != null) {
            return event.getSettled().getReservationId();
        }
        return event.getRefunded() == null ? null : event.getRefunded().getReservationId();
    }
}
