package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Ours: {@code admit} on three levels with receipt and outbox, the event built and written for each call. */
final class AdmitSide implements Side {
    private static final int SEEDS_AT_ONCE = 1_000;
    private static final AtomicLong CALLS = new AtomicLong();

    private final Workload workload;
    private final PlainRedis plain;
    private final LettuceQuotaStore store;

    AdmitSide(String uri, PlainRedis plain, Workload workload) {
        this.workload = workload;
        this.plain = plain;
        var settings =
                StoreSettings.of(uri).withCommandTimeout(Duration.ofMinutes(1)).withOutboxLimit(10_000_000);
        this.store = LettuceQuotaStore.connect(
                settings, AvroSerde.forTopics(Map.of("schema.registry.url", "mock://benchmarks")));
    }

    @Override
    public String name() {
        return "admit";
    }

    @Override
    public void reset() {
        plain.flush();
        var seeds = workload.seeds().iterator();
        while (seeds.hasNext()) {
            apply(seeds);
        }
    }

    private void apply(Iterator<StoreUpdate> seeds) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        while (seeds.hasNext() && answers.size() < SEEDS_AT_ONCE) {
            answers.add(store.apply(seeds.next()).toCompletableFuture());
        }
        answers.forEach(CompletableFuture::join);
    }

    @Override
    public Operation operation() {
        return number ->
                store.admit(workload.admission(CALLS.getAndIncrement())).thenAccept(AdmitSide::requireAdmitted);
    }

    private static void requireAdmitted(AdmitResult result) {
        if (!(result instanceof AdmitResult.Admitted)) {
            throw new IllegalStateException("not admitted: " + result);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
