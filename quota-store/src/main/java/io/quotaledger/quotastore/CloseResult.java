package io.quotaledger.quotastore;

/** What the settle and refund scripts did. */
public sealed interface CloseResult {
    /**
     * Closed. Without a receipt (flushed, rolled back) no account was changed, but the event is in the outbox all the
     * same.
     *
     * @param event event to publish
     * @param receiptFound whether Redis knew the reservation
     */
    record Closed(StoredEvent event, boolean receiptFound) implements CloseResult {}

    /**
     * It was closed before; nothing changed and there is no event.
     *
     * @param state how
     */
    record AlreadyClosed(ReservationState state) implements CloseResult {}
}
