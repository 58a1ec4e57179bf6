package io.quotaledger.ledgerservice.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A thread that begins its work again, after a pause, whenever it fails, until it is closed. */
public final class RestartingThread implements AutoCloseable {
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final Runnable work;
    private final Consumer<RuntimeException> onFailure;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /**
     * A thread that is not started yet.
     *
     * @param work to be done until {@link #isClosed}
     * @param onFailure told of each failure before the pause
     */
    public RestartingThread(String name, Runnable work, Consumer<RuntimeException> onFailure) {
        this.work = work;
        this.onFailure = onFailure;
        this.thread = new Thread(this::run, name);
    }

    /** Starts it. */
    public void start() {
        thread.start();
    }

    /** Whether the work should end; also if its thread was interrupted. */
    public boolean isClosed() {
        return isClosed(Duration.ZERO);
    }

    /** Waits for the work to end. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed()) {
            try {
                work.run();
            } catch (RuntimeException e) {
                onFailure.accept(e);
                isClosed(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private boolean isClosed(Duration wait) {
        try {
            return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
