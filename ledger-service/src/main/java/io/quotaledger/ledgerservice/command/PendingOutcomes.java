package io.quotaledger.ledgerservice.command;

import io.quotaledger.schemas.avro.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commands sent whose outcome has not come. Several with one event id may be under way at once, from here, from other instances and from
 * an earlier life of this one, and what they say may differ: each takes the outcome of its own record in the log.
 */
final class PendingOutcomes {
    private static final long UNKNOWN = -1;

    private final Map<String, Attempts> byEventId = new HashMap<>();

    /** Those with one event id, and the outcomes that came while the place of one of them in the log was not known yet. */
    private static final class Attempts {
        private final List<Attempt> waiting = new ArrayList<>();
        private final List<Outcome> early = new ArrayList<>();

        /** Takes out what the outcome is for; an outcome that does not say takes the oldest. */
        @Nullable
        Attempt take(Outcome outcome) {
            for (var attempt : waiting) {
                if (outcome.getOffset() == UNKNOWN || attempt.offset == outcome.getOffset()) {
                    waiting.remove(attempt);
                    return attempt;
                }
            }
            if (waiting.stream().anyMatch(attempt -> attempt.offset == UNKNOWN)) {
                early.add(outcome);
            }
            return null;
        }
    }

    private static final class Attempt {
        private final CompletableFuture<Outcome> outcome;
        private long offset = UNKNOWN;

        Attempt(CompletableFuture<Outcome> outcome) {
            this.outcome = outcome;
        }
    }

    /** Adds one that is about to be sent. */
    synchronized void add(String eventId, CompletableFuture<Outcome> outcome) {
        byEventId.computeIfAbsent(eventId, id -> new Attempts()).waiting.add(new Attempt(outcome));
    }

    /** Kafka has it at this offset of its partition. */
    void acknowledge(String eventId, CompletableFuture<Outcome> outcome, long offset) {
        var came = place(eventId, outcome, offset);
        if (came != null) {
            outcome.complete(came);
        }
    }

    /** Takes out one that was not sent. */
    synchronized void remove(String eventId, CompletableFuture<Outcome> outcome) {
        byEventId.computeIfPresent(eventId, (id, attempts) -> {
            attempts.waiting.removeIf(attempt -> attempt.outcome == outcome);
            return attempts.waiting.isEmpty() ? null : attempts;
        });
    }

    /** Completes the one that the outcome is for, if it is from here. */
    void complete(Outcome outcome) {
        var attempt = take(outcome);
        if (attempt != null) {
            attempt.outcome.complete(outcome);
        }
    }

    synchronized int size() {
        return byEventId.values().stream()
                .mapToInt(attempts -> attempts.waiting.size())
                .sum();
    }

    /** The outcome, if it came before. */
    private synchronized @Nullable Outcome place(String eventId, CompletableFuture<Outcome> outcome, long offset) {
        var attempts = byEventId.get(eventId);
        if (attempts == null) {
            return null;
        }
        attempts.waiting.stream()
                .filter(attempt -> attempt.outcome == outcome)
                .forEach(attempt -> attempt.offset = offset);
        var came = attempts.early.stream()
                .filter(early -> early.getOffset() == offset)
                .findFirst()
                .orElse(null);
        if (came != null) {
            attempts.early.remove(came);
            remove(eventId, outcome);
        }
        return came;
    }

    private synchronized @Nullable Attempt take(Outcome outcome) {
        var attempts = byEventId.get(outcome.getEventId());
        if (attempts == null) {
            return null;
        }
        var attempt = attempts.take(outcome);
        if (attempts.waiting.isEmpty()) {
            byEventId.remove(outcome.getEventId());
        }
        return attempt;
    }
}
