package io.quotaledger.streamstopology.events;

import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.streamstopology.ledger.Event;

/** What a record of the log turned out to be. */
public sealed interface ReadEvent {
    /** An event: as it was written, and as the ledger understands it. */
    record Good(QuotaEvent written, Event event) implements ReadEvent {}

    /** No event that can be applied. */
    record Bad(DeadLetterReason reason, String detail) implements ReadEvent {}
}
