package io.quotaledger.quotastore;

import io.lettuce.core.StreamMessage;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * One pass over all outboxes that are this relay's: read what is old enough, publish it, remove what Kafka has
 * acknowledged. An entry that is no event goes to the dead letters, and leaves the outbox when those have it.
 */
final class RelayRound {
    /** Outboxes leased and read together: enough to use the connection, few enough to bound what is in memory. */
    private static final int BUCKETS_IN_A_GROUP = 128;

    private static final int GROUPS = StoreKeys.BUCKETS / BUCKETS_IN_A_GROUP;

    /** Something of the round failed; what it is about is still in the outboxes. */
    static final class IncompleteException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int done;

        IncompleteException(int done, Throwable cause) {
            super(cause.getMessage(), cause);
            this.done = done;
        }

        /** Entries that were published and removed all the same. */
        int done() {
            return done;
        }
    }

    /** What the last look into a group of outboxes found. */
    private record Found(int entries, long oldest) {
        static Found of(Map<Integer, List<StreamMessage<String, byte[]>>> ofGroup) {
            return new Found(
                    ofGroup.values().stream().mapToInt(List::size).sum(),
                    ofGroup.values().stream()
                            .mapToLong(messages ->
                                    OutboxEntry.millisOf(messages.get(0).getId()))
                            .min()
                            .orElse(Long.MAX_VALUE));
        }
    }

    private final Map<Integer, Found> found = new HashMap<>();
    private final LettuceOutbox outbox;
    private final RelayLease lease;
    private final EventProducer producer;
    private final AvroSerde<SpecificRecord> serde;
    private final RelaySettings settings;
    private final PublishListener listener;

    RelayRound(
            LettuceOutbox outbox,
            RelayLease lease,
            EventProducer producer,
            AvroSerde<SpecificRecord> serde,
            RelaySettings settings,
            PublishListener listener) {
        this.outbox = outbox;
        this.lease = lease;
        this.producer = producer;
        this.serde = serde;
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Entries that were published and removed.
     *
     * @throws IncompleteException if some could not be read, published or removed; all others were
     */
    int run() throws IncompleteException, InterruptedException {
        var failures = new ArrayList<Throwable>();
        int done = 0;
        var now = await(outbox.time(), failures);
        if (now != null) {
            long until = now - settings.minAge().toMillis();
            for (int group = 0; group < GROUPS; group++) {
                var isOwn = Boolean.TRUE.equals(await(lease.take(group), failures));
                var entries =
                        isOwn ? read(group, until, failures) : Map.<Integer, List<StreamMessage<String, byte[]>>>of();
                found.put(group, Found.of(entries));
                listener.waiting(entriesFound(), Duration.ofMillis(Math.max(0, now - oldestFound(now))));
                done += relay(entries, failures);
            }
        }
        if (!failures.isEmpty()) {
            throw new IncompleteException(done, failures.get(0));
        }
        return done;
    }

    /** Gives up what is this relay's. */
    void end() throws InterruptedException {
        var failures = new ArrayList<Throwable>(); // What cannot be given up runs out.
        for (int group = 0; group < GROUPS; group++) {
            await(lease.release(group).thenApply(unused -> true), failures);
        }
    }

    private Map<Integer, List<StreamMessage<String, byte[]>>> read(int group, long until, List<Throwable> failures)
            throws InterruptedException {
        int first = group * BUCKETS_IN_A_GROUP;
        var replies = new LinkedHashMap<Integer, CompletionStage<List<StreamMessage<String, byte[]>>>>();
        for (int bucket = first; bucket < first + BUCKETS_IN_A_GROUP; bucket++) {
            replies.put(bucket, outbox.readUntil(bucket, until, settings.batchPerBucket()));
        }
        var entries = new LinkedHashMap<Integer, List<StreamMessage<String, byte[]>>>();
        for (var reply : replies.entrySet()) {
            var found = await(reply.getValue(), failures);
            if (found != null && !found.isEmpty()) {
                entries.put(reply.getKey(), found);
            }
        }
        return entries;
    }

    private int entriesFound() {
        return found.values().stream().mapToInt(Found::entries).sum();
    }

    private long oldestFound(long now) {
        return found.values().stream().mapToLong(Found::oldest).min().orElse(now);
    }

    private int relay(Map<Integer, List<StreamMessage<String, byte[]>>> entries, List<Throwable> failures)
            throws InterruptedException {
        var sent = new LinkedHashMap<Integer, Map<String, CompletionStage<Boolean>>>();
        entries.forEach((bucket, messages) -> {
            var acknowledgements = sent.computeIfAbsent(bucket, unused -> new LinkedHashMap<>());
            messages.forEach(message -> acknowledgements.put(message.getId(), send(bucket, message)));
        });
        int done = 0;
        var removals = new ArrayList<CompletionStage<Void>>();
        for (var ofBucket : sent.entrySet()) {
            var acknowledged = new ArrayList<String>();
            for (var sending : ofBucket.getValue().entrySet()) {
                if (await(sending.getValue(), failures) != null) {
                    acknowledged.add(sending.getKey());
                } else {
                    listener.failed(failures.get(failures.size() - 1));
                }
            }
            if (!acknowledged.isEmpty()) {
                removals.add(outbox.remove(ofBucket.getKey(), acknowledged));
                done += acknowledged.size();
            }
        }
        for (var removal : removals) {
            await(removal.thenApply(unused -> true), failures);
        }
        return done;
    }

    private CompletionStage<Boolean> send(int bucket, StreamMessage<String, byte[]> message) {
        QuotaEvent event;
        try {
            var entry = OutboxEntry.of(message);
            event = entry.complete((QuotaEvent) serde.fromBytes(Topic.EVENTS, OutboxEntry.template(message)));
        } catch (SerializationException | IllegalArgumentException e) {
            return producer.send(Topic.DEAD_LETTERS, StoreKeys.outbox(bucket), deadLetter(bucket, message, e))
                    .thenApply(unused -> {
                        listener.deadLettered();
                        return true;
                    });
        } catch (RuntimeException e) { // The registry gives no answer: says nothing about the entry.
            return CompletableFuture.failedFuture(e);
        }
        return producer.send(event).thenApply(unused -> {
            listener.relayed();
            return true;
        });
    }

    private static DeadLetter deadLetter(int bucket, StreamMessage<String, byte[]> message, RuntimeException cause) {
        var value = message.getBody().get("e");
        return DeadLetter.newBuilder()
                .setTopic(StoreKeys.outbox(bucket))
                .setPartition(bucket)
                .setOffset(OutboxEntry.millisOf(message.getId()))
                .setTime(Instant.ofEpochMilli(OutboxEntry.millisOf(message.getId())))
                .setReason("unreadable")
                .setDetail("outbox entry " + message.getId() + ": " + cause.getMessage())
                .setValue(value == null ? null : ByteBuffer.wrap(value))
                .build();
    }

    /** The result, or null and a failure noted. */
    private <T> @Nullable T await(CompletionStage<T> stage, List<Throwable> failures) throws InterruptedException {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            failures.add(cause);
            return null;
        }
    }
}
