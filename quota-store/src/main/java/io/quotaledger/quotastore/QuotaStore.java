package io.quotaledger.quotastore;

import java.util.concurrent.CompletionStage;

/**
 * The request path's view of Redis. Each call is one round trip of one script and never blocks. A stage fails with
 * {@link StoreUnavailableException} if Redis cannot be reached or does not answer in time; the script may have run all
 * the same, so the caller repeats it with the same reservation id, or leaves the reservation to expire.
 */
public interface QuotaStore {
    /** Checks all accounts of the path and holds on all of them, or on none. */
    CompletionStage<AdmitResult> admit(Admission admission);

    /** Settles or refunds a reservation. */
    CompletionStage<CloseResult> close(Closing closing);

    /** Whether Redis takes writes again: writes a key that leaves by itself, and fails as the other calls do. */
    CompletionStage<Void> probe();
}
