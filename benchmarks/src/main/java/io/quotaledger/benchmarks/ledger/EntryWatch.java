package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;

/** Follows the journal as any reader of committed records does, and tells when an entry is there. */
final class EntryWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final LedgerStack stack;
    private final AvroSerde<SpecificRecord> serde;
    private final Map<String, CompletableFuture<String>> expected = new ConcurrentHashMap<>();
    private final CountDownLatch following = new CountDownLatch(1);
    private final Thread thread = new Thread(this::follow, "entry-watch");
    private volatile boolean isClosed;

    private EntryWatch(LedgerStack stack) {
        this.stack = stack;
        this.serde = AvroSerde.forTopics(stack.serdes());
    }

    /** Follows the journal from its present end. */
    static EntryWatch start(LedgerStack stack) {
        var watch = new EntryWatch(stack);
        watch.thread.start();
        try {
            watch.following.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return watch;
    }

    /** Ends when the entry of an event can be read; to be asked before the event is sent. */
    CompletionStage<String> entryOf(String eventId) {
        return expected.computeIfAbsent(eventId, unused -> new CompletableFuture<>());
    }

    private void follow() {
        try (var consumer = CommittedRecords.consumer(stack)) {
            var partitions = CommittedRecords.partitions(consumer, Topic.JOURNAL.topicName());
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(consumer::position);
            following.countDown();
            while (!isClosed) {
                for (var record : consumer.poll(POLL)) {
                    var entry = (JournalEntry) serde.fromBytes(Topic.JOURNAL, record.value());
                    var waiting = expected.remove(entry.getEventId());
                    if (waiting != null) {
                        waiting.complete(entry.getEventId());
                    }
                }
            }
        } catch (RuntimeException e) {
            expected.values().forEach(waiting -> waiting.completeExceptionally(e));
            throw e;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
