package io.quotaledger.benchmarks.load;

import java.util.concurrent.locks.LockSupport;

/**
 * Operations start at a steady rate, whatever they take. The time of one counts from the moment at which it was due, so that those which
 * had to wait for others are not left out (coordinated omission).
 *
 * @param perSecond operations a second, at least 1
 */
public record OpenLoop(int perSecond) implements Load {
    private static final long NANOS_OF_A_SECOND = 1_000_000_000L;

    @Override
    public LoadResult run(Operation operation, long operations) {
        var recorder = new Recorder(operations);
        long start = System.nanoTime();
        for (long number = 0; number < operations && !recorder.hasFailed(); number++) {
            long due = start + number * NANOS_OF_A_SECOND / perSecond;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            var unused = operation.start(number).whenComplete((answer, failure) -> recorder.end(due, failure));
        }
        return recorder.await(start);
    }
}
