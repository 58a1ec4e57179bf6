package io.quotaledger.benchmarks.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * So many operations are under way at any time: the next one starts where one has ended. Says how much a system can do; its times say little,
 * since a slow system is asked less.
 *
 * @param inFlight operations under way, at least 1
 */
public record ClosedLoop(int inFlight) implements Load {
    @Override
    public LoadResult run(Operation operation, long operations) {
        var recorder = new Recorder(operations);
        var next = new AtomicLong();
        long start = System.nanoTime();
        for (int i = 0; i < inFlight; i++) {
            goOn(operation, operations, next, recorder);
        }
        return recorder.await(start);
    }

    /** A loop over what ends at once, so that it takes no stack. */
    private static void goOn(Operation operation, long operations, AtomicLong next, Recorder recorder) {
        while (!recorder.hasFailed()) {
            long number = next.getAndIncrement();
            if (number >= operations) {
                return;
            }
            long start = System.nanoTime();
            var stage = operation.start(number).toCompletableFuture();
            if (!stage.isDone()) {
                var unused = stage.whenComplete((answer, failure) -> {
                    recorder.end(start, failure);
                    goOn(operation, operations, next, recorder);
                });
                return;
            }
            var unused = stage.whenComplete((answer, failure) -> recorder.end(start, failure));
        }
    }
}
