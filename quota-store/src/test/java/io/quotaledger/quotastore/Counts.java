package io.quotaledger.quotastore;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what a listener is told. */
final class Counts implements PublishListener {
    final AtomicInteger published = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
    final AtomicInteger dropped = new AtomicInteger();
    final AtomicInteger relayed = new AtomicInteger();
    final AtomicInteger waiting = new AtomicInteger();
    final AtomicInteger mostWaiting = new AtomicInteger();
    final AtomicInteger deadLettered = new AtomicInteger();

    @Override
    public void waiting(int entries, Duration oldest) {
        waiting.set(entries);
        mostWaiting.accumulateAndGet(entries, Math::max);
    }

    @Override
    public void published() {
        published.incrementAndGet();
    }

    @Override
    public void failed(Throwable cause) {
        failed.incrementAndGet();
    }

    @Override
    public void dropped() {
        dropped.incrementAndGet();
    }

    @Override
    public void relayed() {
        relayed.incrementAndGet();
    }

    @Override
    public void deadLettered() {
        deadLettered.incrementAndGet();
    }
}
