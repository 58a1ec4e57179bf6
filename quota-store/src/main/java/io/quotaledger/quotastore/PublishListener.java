package io.quotaledger.quotastore;

import java.time.Duration;

/** Told what becomes of events on their way to Kafka, one call an event, on the publishing threads; to count by. */
public interface PublishListener {
    /** Listens to nothing. */
    PublishListener NONE = new PublishListener() {};

    /** Kafka has acknowledged an event that was published directly. */
    default void published() {}

    /** Publishing an event failed; it stays in the outbox, if it came from there. */
    default void failed(Throwable cause) {}

    /** The queue was full; the event stays in the outbox. */
    default void dropped() {}

    /** Kafka has acknowledged an event that the relay found in an outbox. */
    default void relayed() {}

    /**
     * What the relay found at its last look into each of the outboxes that are its own: events that nobody has published for
     * a while.
     *
     * @param entries how many; no more than a batch an outbox is looked at
     * @param oldest how long the oldest has waited; zero if there was none
     */
    default void waiting(int entries, Duration oldest) {}

    /** The relay found an entry that is no event; it is in the dead letters. */
    default void deadLettered() {}
}
