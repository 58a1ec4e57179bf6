package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoredBalance;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ours: {@code admit} on three levels with receipt and outbox, the event built and written for each call. After a run
 * the organisations must hold exactly what was admitted, and a call may have been refused only if none can hold more.
 */
final class AdmitSide implements Side {
    private static final AtomicLong CALLS = new AtomicLong();

    private final Workload workload;
    private final PlainRedis plain;
    private final LettuceQuotaStore store;
    private final AtomicLong admitted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    AdmitSide(RedisBench redis, Workload workload) {
        this.workload = workload;
        this.plain = redis.plain();
        this.store = redis.store();
    }

    @Override
    public String name() {
        return "admit";
    }

    @Override
    public void reset() {
        plain.flush();
        workload.seeds()
                .map(seed -> store.apply(seed).toCompletableFuture())
                .toList()
                .forEach(CompletableFuture::join);
        admitted.set(0);
        refused.set(0);
    }

    @Override
    public Operation operation() {
        return number ->
                store.admit(workload.admission(CALLS.getAndIncrement())).thenAccept(this::count);
    }

    private void count(AdmitResult result) {
        if (result instanceof AdmitResult.Admitted) {
            admitted.incrementAndGet();
        } else if (result instanceof AdmitResult.Exhausted) {
            refused.incrementAndGet();
        } else {
            throw new IllegalStateException("not admitted: " + result);
        }
    }

    @Override
    public void end() {
        var held = workload.orgs().map(org -> store.inspect(org).toCompletableFuture()).toList().stream()
                .map(account -> account.join().orElseThrow().balance())
                .toList();
        long reserved = held.stream().mapToLong(StoredBalance::reserved).sum();
        long most = held.stream().mapToLong(StoredBalance::available).max().orElseThrow();
        long least = held.stream().mapToLong(StoredBalance::available).min().orElseThrow();
        boolean isShort = refused.get() == 0 || most < Workload.AMOUNT;
        if (reserved != admitted.get() * Workload.AMOUNT || least < 0 || !isShort) {
            throw new IllegalStateException("%d admitted and %d refused, but %d held and %d to %d available"
                    .formatted(admitted.get(), refused.get(), reserved, least, most));
        }
    }
}
