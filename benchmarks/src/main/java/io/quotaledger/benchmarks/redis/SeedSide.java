package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.quotastore.LettuceQuotaStore;
import java.util.List;

/** Ours: one account after the other, as a Redis that has lost everything is given them. */
final class SeedSide implements Side {
    private final PlainRedis plain;
    private final LettuceQuotaStore store;
    private final Workload workload;
    private final List<AccountKey> accounts;

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
    }

    /** Each account in turn, a later life of it each time round; fails if Redis does not begin it. */
    @Override
    public Operation operation() {
        return number -> {
            var key = accounts.get((int) (number % accounts.size()));
            return store.apply(workload.seed(key, 1 + number / accounts.size())).thenAccept(result -> {
                if (!(result instanceof SyncResult.Applied)) {
                    throw new IllegalStateException("not applied: " + result);
                }
            });
        };
    }
}
