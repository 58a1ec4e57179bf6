package io.quotaledger.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A load beside the one that is measured: so many operations are under way from {@link #start} until {@link #stop}. */
public final class Flood implements AutoCloseable {
    private static final double NANOS_OF_A_SECOND = 1e9;

    private final Operation operation;
    private final int inFlight;
    private final AtomicLong started = new AtomicLong();
    private final List<CompletableFuture<Void>> loops = new ArrayList<>();
    private volatile boolean flows;
    private long since;
    private long nanos;

    /** Keeps {@code inFlight} operations under way, each time the next one of which the number is given. */
    public Flood(Operation operation, int inFlight) {
        this.operation = operation;
        this.inFlight = inFlight;
    }

    /** Starts them. */
    public void start() {
        flows = true;
        since = System.nanoTime();
        for (int i = 0; i < inFlight; i++) {
            var loop = new CompletableFuture<Void>();
            loops.add(loop);
            goOn(loop);
        }
    }

    /**
     * Waits for what is under way; does nothing if it was not started.
     *
     * @throws java.util.concurrent.CompletionException if an operation has failed
     */
    public void stop() {
        if (!flows) {
            return;
        }
        flows = false;
        CompletableFuture.allOf(loops.toArray(CompletableFuture[]::new)).join();
        loops.clear();
        nanos += System.nanoTime() - since;
    }

    /** Operations a second while it flowed. */
    public double perSecond() {
        return started.get() * NANOS_OF_A_SECOND / nanos;
    }

    private void goOn(CompletableFuture<Void> loop) {
        if (!flows) {
            loop.complete(null);
            return;
        }
        var unused = operation.start(started.getAndIncrement()).whenComplete((answer, failure) -> {
            if (failure == null) {
                goOn(loop);
            } else {
                loop.completeExceptionally(failure);
            }
        });
    }

    @Override
    public void close() {
        stop();
    }
}
