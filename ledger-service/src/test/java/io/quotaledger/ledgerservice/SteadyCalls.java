package io.quotaledger.ledgerservice;

import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.QuotaStore;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Admissions of nothing at a steady rate, whatever they take (open loop). A time counts from the moment at which the call was due, so
 * that calls which wait for others are not left out.
 */
final class SteadyCalls implements AutoCloseable {
    private static final Call CALL = new Call("chat", "k0", "test", "", "", 0L);
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final QuotaStore store;
    private final List<List<AccountKey>> paths;
    private final long pauseNanos;
    private volatile Histogram histogram = new ConcurrentHistogram(LONGEST_NANOS, 3);
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final Thread thread = new Thread(this::run, "steady-calls");
    private volatile boolean closed;

    SteadyCalls(QuotaStore store, List<List<AccountKey>> paths, int perSecond) {
        this.store = store;
        this.paths = paths;
        this.pauseNanos = 1_000_000_000L / perSecond;
        thread.setDaemon(true);
        thread.start();
    }

    /** Times in nanoseconds of the next calls. */
    Histogram next(int calls) {
        var taken = begin();
        await().atMost(PATIENCE).until(() -> taken.getTotalCount() >= calls);
        return taken;
    }

    /** Times in nanoseconds of the calls that end from now on, until this is called again. */
    Histogram begin() {
        var taken = new ConcurrentHistogram(LONGEST_NANOS, 3);
        histogram = taken;
        return taken;
    }

    /** Calls that were not admitted. */
    int refused() {
        return refused.get();
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        long due = System.nanoTime();
        while (!closed) {
            due += pauseNanos;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            call(due);
        }
    }

    private void call(long due) {
        var path = paths.get(made.getAndIncrement() % paths.size());
        var legs = path.stream().map(key -> new Leg(key.toRef(), 0L, 0L, null)).toList();
        var event = EventLog.event(path.get(0).tenantId())
                .setPrepaid(new Prepaid(UUID.randomUUID().toString(), legs, 60_000L, false, CALL))
                .build();
        var accounts = path.stream()
                .map(key -> new PathAccount(List.of(Candidate.wallet(key)), 0))
                .toList();
        var unused = store.admit(new Admission(event, accounts, List.of(), "digest"))
                .whenComplete((result, failure) -> {
                    if (!(result instanceof AdmitResult.Admitted)) {
                        refused.incrementAndGet();
                    }
                    histogram.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - due));
                });
    }
}
