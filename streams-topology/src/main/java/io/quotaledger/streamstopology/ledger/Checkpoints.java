package io.quotaledger.streamstopology.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The checkpoints of a life.
 *
 * @param arrived how many have arrived
 * @param waiting those whose events are under way, by generation
 * @param takenBy Redis clock: a checkpoint of a closed generation or of an earlier life that was taken by then tells nothing new
 * @param judgedAt append time from which that is counted
 */
public record Checkpoints(long arrived, List<WaitingCheckpoint> waiting, Instant takenBy, Instant judgedAt) {
    /** How late a checkpoint may be published and still be told from one of a Redis that went back in time. */
    static final Duration LATE_BY = Duration.ofMinutes(5);

    public Checkpoints {
        waiting = List.copyOf(waiting);
        BrokenInvariantException.check(arrived >= waiting.size(), "what waits has arrived", arrived);
    }

    /** A life begins; its seed arrives in Redis by then. */
    static Checkpoints none(Instant seedArrivesBy) {
        return new Checkpoints(0, List.of(), seedArrivesBy, seedArrivesBy);
    }

    /**
     * Whether a checkpoint of something that has ended is one that was published again, or overtaken by a later one. If not,
     * Redis says today what it was long ago.
     */
    boolean isOvertaken(Checkpoint checkpoint, Instant appendTime) {
        return !checkpoint.time().isAfter(takenBy) && appendTime.isBefore(judgedAt.plus(LATE_BY));
    }

    boolean isWaiting(String eventId) {
        return waiting.stream().anyMatch(other -> other.checkpoint().eventId().equals(eventId));
    }

    Checkpoints arrived(Checkpoint checkpoint, Instant appendTime) {
        var next = new ArrayList<>(waiting);
        next.add(new WaitingCheckpoint(checkpoint, arrived + 1, appendTime));
        next.sort(Comparator.comparingLong(other -> other.checkpoint().generation()));
        return new Checkpoints(arrived + 1, next, takenBy, judgedAt);
    }

    /** The first one is judged. */
    Checkpoints judged() {
        var first = waiting.get(0);
        return new Checkpoints(
                arrived, waiting.subList(1, waiting.size()), first.checkpoint().time(), first.receivedAt());
    }
}
