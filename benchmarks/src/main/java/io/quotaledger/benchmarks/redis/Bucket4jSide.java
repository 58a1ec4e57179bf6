package io.quotaledger.benchmarks.redis;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AccountKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Bucket4j on Lettuce: a bucket a level, one after the other; buckets are kept, as its batching needs it. */
final class Bucket4jSide implements Side {
    private static final BucketConfiguration CONFIGURATION = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(Workload.PLENTY).refillGreedy(1, Duration.ofDays(1)))
            .build();

    private final PlainRedis redis;
    private final Workload workload;
    private final String name;
    private final Optimization optimization;
    private final AsyncProxyManager<String> buckets;
    private final Map<String, AsyncBucketProxy> known = new ConcurrentHashMap<>();

    Bucket4jSide(PlainRedis redis, Workload workload, String name, Optimization optimization) {
        this.redis = redis;
        this.workload = workload;
        this.name = name;
        this.optimization = optimization;
        this.buckets = Bucket4jLettuce.casBasedBuilder(redis.connection())
                .expirationAfterWrite(ExpirationAfterWriteStrategy.fixedTimeToLive(Duration.ofHours(1)))
                .build()
                .asAsync();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void reset() {
        known.clear();
        redis.flush();
    }

    @Override
    public Operation operation() {
        return number -> workload.inSequence(number, this::take);
    }

    private CompletableFuture<Void> take(AccountKey level) {
        var id = level.tenantId() + "/" + level.level() + "/" + level.scope();
        return known.computeIfAbsent(id, this::open).tryConsume(Workload.AMOUNT).thenAccept(taken -> {
            if (!taken) {
                throw new IllegalStateException("not taken");
            }
        });
    }

    private AsyncBucketProxy open(String id) {
        return buckets.builder()
                .withOptimization(optimization)
                .build(id, () -> CompletableFuture.completedFuture(CONFIGURATION));
    }
}
