package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.quotastore.LettuceQuotaStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Ours: a new life of one account after the other, as a reseed writes them over those that are there. */
final class SeedSide implements Side {
    private final PlainRedis plain;
    private final LettuceQuotaStore store;
    private final Workload workload;
    private final List<AccountKey> accounts;
    private final AtomicLong seeds = new AtomicLong();

    SeedSide(RedisBench redis, Workload workload) {
        this.plain = redis.plain();
        this.store = redis.store();
        this.workload = workload;
        this.accounts = workload.accounts().toList();
    }

    @Override
    public String name() {
        return "seed";
    }

    @Override
    public void reset() {
        plain.flush();
        seeds.set(0);
    }

    @Override
    public Operation operation() {
        return number -> seedNext();
    }

    /** Each account's next life in turn; fails if Redis does not begin it. */
    CompletionStage<Void> seedNext() {
        long number = seeds.getAndIncrement();
        var key = accounts.get((int) (number % accounts.size()));
        return store.apply(workload.seed(key, 1 + number / accounts.size())).thenAccept(result -> {
            if (!(result instanceof SyncResult.Applied)) {
                throw new IllegalStateException("not applied: " + result);
            }
        });
    }
}
