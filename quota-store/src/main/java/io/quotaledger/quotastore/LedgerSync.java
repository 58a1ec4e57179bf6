package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The ledger service's view of Redis: applies seeds and updates, takes checkpoints, drops and reads accounts. */
public interface LedgerSync {
    /** Number of buckets that tenants are spread over. */
    int BUCKETS = StoreKeys.BUCKETS;

    /** Applies one instruction; at-least-once delivery in order is enough. */
    CompletionStage<SyncResult> apply(StoreUpdate update);

    /** An account as Redis has it now, if it has it and the scripts can read it. */
    CompletionStage<Optional<StoredAccount>> inspect(AccountKey key);

    /**
     * Marks a point in an account's life: appends the account as it is, which is the event to publish, and ends its
     * generation in the same step, so that executions from now on carry the next one.
     *
     * <p>If no answer comes, the checkpoint may have been taken all the same. That is harmless: it is in the outbox then,
     * and tells the truth about its own point. Take another one later, with an event id of its own.
     *
     * @param template the {@code Checkpointed} event with its account; time, bookkeeping and figures are filled in from
     *     what the script read
     * @return the event, or empty if Redis does not hold the account: then nothing is written
     */
    CompletionStage<Optional<StoredEvent>> checkpoint(QuotaEvent template);

    /**
     * Drops an account that is exactly as the caller knows it, or gone already, and appends the end of its life in the same
     * step, which is the event to publish. Nothing happens to an account that has changed in any way. A seed of the life
     * that has ended, or of an earlier one, does nothing for a day.
     *
     * <p>If no answer comes, it may have been dropped all the same. It is harmless to try again later with an event id of
     * its own: the end of a life is told twice then.
     *
     * @param template the {@code Dropped} event with its account; time, bookkeeping and figures are filled in
     * @param expected all that the account should hold but {@code overageLeft}, which is not compared
     * @return the event, or empty if the account is otherwise: then nothing is written
     */
    CompletionStage<Optional<StoredEvent>> drop(QuotaEvent template, StoredAccount expected);

    /**
     * Takes accounts of a bucket that refused to hold an amount, which no event tells of. An account is noted once
     * until it is taken, and at most 10,000 a bucket. What is taken and then lost is noted again by the next refusal.
     *
     * @param bucket from 0 to {@link #BUCKETS} - 1
     * @param most how many to take at most, from 1
     * @return some of them, in no order
     */
    CompletionStage<List<AccountKey>> takeTouched(int bucket, int most);

    /**
     * What the data of this Redis is the work of: another text whenever the server was started again or another one has taken
     * over, after which it may have forgotten something.
     */
    CompletionStage<String> history();

    /** What {@link #mark} left last in a bucket; if nothing is there, Redis has lost its memory since. */
    CompletionStage<Optional<String>> findMark(int bucket);

    /** Leaves a mark in a bucket: that nothing is missing there in this history. */
    CompletionStage<Void> mark(int bucket, String history);

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
