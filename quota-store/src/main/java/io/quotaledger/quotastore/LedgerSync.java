package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.StoreUpdate;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The ledger service's view of Redis: applies seeds and updates, and reads accounts. */
public interface LedgerSync {
    /** Applies one instruction; at-least-once delivery in order is enough. */
    CompletionStage<SyncResult> apply(StoreUpdate update);

    /** An account as Redis has it now, if it has it. */
    CompletionStage<Optional<StoredAccount>> inspect(AccountKey key);

    /** What became of an instruction. */
    sealed interface SyncResult {
        /** Applied. */
        record Applied() implements SyncResult {}

        /** Older than what Redis has: applied before, or of an earlier life of the key. */
        record Ignored() implements SyncResult {}

        /** The account is not in Redis: nothing to update. */
        record Absent() implements SyncResult {}

        /**
         * An update before this one is missing.
         *
         * @param epoch epoch of the key
         * @param number number of the last update applied
         */
        record Gap(long epoch, long number) implements SyncResult {}
    }

    /**
     * An account with its bookkeeping.
     *
     * @param balance balance
     * @param epoch life of the key
     * @param generation checkpoints taken in it
     * @param executions executions of scripts in it
     * @param updates number of the last update applied
     */
    record StoredAccount(StoredBalance balance, long epoch, long generation, long executions, long updates) {}
}
