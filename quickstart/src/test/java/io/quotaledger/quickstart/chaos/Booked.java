package io.quotaledger.quickstart.chaos;

import io.quotaledger.schemas.avro.JournalEntry;
import java.util.List;

/**
 * A reservation as events and journal have it.
 *
 * @param reservationId its id
 * @param closedByGateway whether a gateway said how it ended
 * @param entries its journal entries, in order
 */
record Booked(String reservationId, boolean closedByGateway, List<JournalEntry> entries) {
    /** Copies. */
    Booked {
        entries = List.copyOf(entries);
    }
}
