package io.quotaledger.ledgerservice.command;

import io.quotaledger.schemas.avro.Outcome;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commands sent whose outcome has not come. Two with one event id may be under way at once; their outcomes come in the order in
 * which they were sent, since both go through one partition.
 */
final class PendingOutcomes {
    private final Map<String, Queue<CompletableFuture<Outcome>>> byEventId = new HashMap<>();

    /** Adds one that is about to be sent. */
    synchronized void add(String eventId, CompletableFuture<Outcome> outcome) {
        byEventId.computeIfAbsent(eventId, id -> new ArrayDeque<>()).add(outcome);
    }

    /** Takes out one that was not sent. */
    synchronized void remove(String eventId, CompletableFuture<Outcome> outcome) {
        byEventId.computeIfPresent(eventId, (id, queue) -> {
            queue.removeIf(waiting -> waiting == outcome);
            return queue.isEmpty() ? null : queue;
        });
    }

    /** Completes the oldest with the outcome's event id, if there is one. */
    void complete(Outcome outcome) {
        var pending = poll(outcome.getEventId());
        if (pending != null) {
            pending.complete(outcome);
        }
    }

    synchronized int size() {
        return byEventId.values().stream().mapToInt(Queue::size).sum();
    }

    private synchronized @Nullable CompletableFuture<Outcome> poll(String eventId) {
        var queue = byEventId.get(eventId);
        if (queue == null) {
            return null;
        }
        var first = queue.poll();
        if (queue.isEmpty()) {
            byEventId.remove(eventId);
        }
        return first;
    }
}
