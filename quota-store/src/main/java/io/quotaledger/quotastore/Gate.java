package io.quotaledger.quotastore;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what is asked of Redis: so many calls at a time, and while Redis hangs, one a time-out to see whether it
 * answers again. So a hanging Redis costs callers no waiting after the first time-outs, and what waits for it stays
 * bounded.
 */
final class Gate {
    /** Time-outs in a row, without one answer between, by which Redis is taken to hang. */
    static final int HANGS_AFTER = 32;

    private final int callsAtOnce;
    private final long probeNanos;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger timeOutsInARow = new AtomicInteger();
    private final AtomicLong lastProbe = new AtomicLong();

    Gate(int callsAtOnce, Duration probeInterval) {
        this.callsAtOnce = callsAtOnce;
        this.probeNanos = probeInterval.toNanos();
    }

    /** Whether a call may be made now; if so, {@link #leave} must follow. */
    boolean tryEnter() {
        if (timeOutsInARow.get() >= HANGS_AFTER && !isProbe(System.nanoTime())) {
            return false;
        }
        if (calls.incrementAndGet() > callsAtOnce) {
            calls.decrementAndGet();
            return false;
        }
        return true;
    }

    /** The call is over: Redis answered, whatever it said, or did not in time. */
    void leave(boolean timedOut) {
        calls.decrementAndGet();
        if (timedOut) {
            timeOutsInARow.incrementAndGet();
        } else {
            timeOutsInARow.set(0);
        }
    }

    private boolean isProbe(long now) {
        long last = lastProbe.get();
        return now - last >= probeNanos && lastProbe.compareAndSet(last, now);
    }
}
