package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.concurrent.RejectedExecutionException;

/** Brings events to Kafka. Neither method waits for Kafka, for Redis or for the registry. */
public interface EventPublisher {
    /**
     * Publishes an event of a script and removes it from the outbox when Kafka has acknowledged it. If that does not
     * work out, the event stays in the outbox for the relay; the caller need not care.
     */
    void publish(StoredEvent event);

    /**
     * Publishes an event that is in no outbox: a request for a seed, or what was done without Redis. It is tried for as
     * long as this process lives, and lost with it.
     *
     * @throws RejectedExecutionException if too much waits to be published
     */
    void send(QuotaEvent event);

    /** Whether there is room to {@link #send} what a new call needs, and to spare for calls that are under way. */
    boolean hasRoom();
}
