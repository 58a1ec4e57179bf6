package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.JournalEntry;
import java.util.List;
import java.util.Optional;

/**
 * A page of a tenant's journal.
 *
 * @param entries entries, oldest first
 * @param next cursor of the page after this one; empty if this was the last
 */
public record JournalPage(List<JournalEntry> entries, Optional<String> next) {
    public JournalPage {
        entries = List.copyOf(entries);
    }
}
