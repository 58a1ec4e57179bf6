package io.quotaledger.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Takes the times of a number of operations, and the end of the last one. */
final class Recorder {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long LONGEST_NANOS = PATIENCE.toNanos();
    private static final int DIGITS = 3;

    private final long operations;
    private final Histogram times = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
    private final AtomicLong ended = new AtomicLong();
    private final CompletableFuture<Void> all = new CompletableFuture<>();

    Recorder(long operations) {
        this.operations = operations;
    }

    /** An operation has ended that was due at {@code since}, by {@link System#nanoTime}. */
    void end(long since, @Nullable Throwable failure) {
        if (failure != null) {
            all.completeExceptionally(failure);
            return;
        }
        times.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - since));
        if (ended.incrementAndGet() == operations) {
            all.complete(null);
        }
    }

    /** Whether one has failed, so that no more need be started. */
    boolean hasFailed() {
        return all.isCompletedExceptionally();
    }

    LoadResult await(long start) {
        try {
            all.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an operation failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    ended + " of " + operations + " operations have ended within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new LoadResult(operations, System.nanoTime() - start, times);
    }
}
