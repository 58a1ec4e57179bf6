package io.quotaledger.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final long MILLIS_10 = 10_000_000;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void shouldKeepSoManyUnderWayAndStartEachOnce() {
        var numbers = new ConcurrentLinkedQueue<Long>();
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        var four = new CompletableFuture<Void>();

        var result = new ClosedLoop(4)
                .run(
                        number -> {
                            numbers.add(number);
                            if (most.accumulateAndGet(underWay.incrementAndGet(), Math::max) == 4) {
                                four.complete(null);
                            }
                            return four.thenCompose(started -> later(1)).thenRun(underWay::decrementAndGet);
                        },
                        100);

        assertThat(numbers).hasSize(100).doesNotHaveDuplicates();
        assertThat(most).hasValue(4);
        assertThat(result.operations()).isEqualTo(100);
        assertThat(result.times().getTotalCount()).isEqualTo(100);
    }

    @Test
    void shouldNeedNoStackForWhatEndsAtOnce() {
        var result = new ClosedLoop(2).run(number -> CompletableFuture.completedFuture(number), 1_000_000);

        assertThat(result.operations()).isEqualTo(1_000_000);
    }

    @Test
    void shouldFailWhenAnOperationFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new ClosedLoop(1)
                        .run(number -> CompletableFuture.failedFuture(new IllegalArgumentException("no")), 10))
                .withMessageContaining("no");
    }

    @Test
    void shouldCountTheTimeThatAnOperationWaitedForAnother() {
        var pause = 20 * MILLIS_10;

        var result = new OpenLoop(100)
                .run(
                        number -> {
                            if (number == 0) {
                                hold(pause);
                            }
                            return CompletableFuture.completedFuture(null);
                        },
                        20);

        // Due 10 ms apart, all behind the first one, which took 200 ms.
        assertThat(result.times().getMaxValue()).isGreaterThanOrEqualTo(pause);
        assertThat(result.times().getValueAtPercentile(50)).isGreaterThan(5 * MILLIS_10);
    }

    private static void hold(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private CompletableFuture<Void> later(long millis) {
        var done = new CompletableFuture<Void>();
        var unused = timer.schedule(() -> done.complete(null), millis, TimeUnit.MILLISECONDS);
        return done;
    }
}
