package io.quotaledger.quotastore;

import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** The streams of events that Kafka has not acknowledged yet, one a bucket. */
public interface Outbox {
    /**
     * Removes entries that Kafka has acknowledged; entries that are gone already do no harm. Fails with
     * {@link StoreUnavailableException}; the relay will publish and remove what stays.
     *
     * @param bucket bucket, from 0 to 1023
     * @param ids ids of the entries, at least one
     */
    CompletionStage<Void> remove(int bucket, Collection<String> ids);
}
