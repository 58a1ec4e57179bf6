package io.quotaledger.quotastore;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes acknowledged events from the outboxes, in batches of a bucket. What it cannot remove, the relay does. */
final class OutboxCleaner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxCleaner.class);
    private static final int QUEUE_SIZE = 65_536;
    private static final int BATCH_SIZE = 1024;
    private static final Duration LINGER = Duration.ofMillis(10);
    private static final Duration LOOK_UP_FROM_QUEUE = Duration.ofMillis(100);
    private static final Duration DRAIN_AT_MOST = Duration.ofSeconds(2);

    private final BlockingQueue<StoredEvent> queue = new LinkedBlockingQueue<>(QUEUE_SIZE);
    private final Outbox outbox;
    private final Thread thread;
    private volatile boolean closed;

    OutboxCleaner(Outbox outbox) {
        this.outbox = outbox;
        this.thread = new Thread(this::run, "quota-outbox-cleaner");
        thread.setDaemon(true);
        thread.start();
    }

    void acknowledged(StoredEvent event) {
        if (!queue.offer(event)) {
            LOG.debug("left to the relay: {}", event.outboxId());
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(DRAIN_AT_MOST.toMillis());
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed || !queue.isEmpty()) {
                remove(nextBatch());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<StoredEvent> nextBatch() throws InterruptedException {
        var batch = new ArrayList<StoredEvent>();
        var next = queue.poll(LOOK_UP_FROM_QUEUE.toMillis(), TimeUnit.MILLISECONDS);
        long until = System.nanoTime() + LINGER.toNanos();
        while (next != null) {
            batch.add(next);
            next = batch.size() < BATCH_SIZE ? queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS) : null;
        }
        return batch;
    }

    private void remove(List<StoredEvent> batch) {
        var byBucket =
                batch.stream().collect(groupingBy(StoredEvent::bucket, mapping(StoredEvent::outboxId, toList())));
        var removals = new ArrayList<CompletableFuture<Void>>();
        byBucket.forEach((bucket, ids) ->
                removals.add(outbox.remove(bucket, ids).toCompletableFuture().exceptionally(failure -> {
                    LOG.debug("left to the relay: {} of bucket {}: {}", ids, bucket, failure.toString());
                    return null;
                })));
        CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)).join();
    }
}
