package io.quotaledger.streamstopology.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of an account's life in Redis; section 6 of design.md.
 *
 * @param epoch number of the current life; one above the last life if Redis dropped the account; 0 before the first seed
 * @param seededAt append time of the event that the seed of the current life answered; null if there is no life
 * @param base what Redis held at the last closed generation, or was seeded with; null if there is no life
 * @param generations executions of this life that the ledger has seen
 * @param updateNumber number of the last update of this life, 0 if none
 * @param confirmedUpdate number of the last update that a checkpoint has shown, 0 if none
 * @param checkpoints checkpoints of this life
 * @param unheardSeeds seeds in a row, before the last one, of which nothing was heard
 */
public record StoreLife(
        long epoch,
        @Nullable Instant seededAt,
        @Nullable StoreFigures base,
        Generations generations,
        long updateNumber,
        long confirmedUpdate,
        Checkpoints checkpoints,
        int unheardSeeds) {
    /** A seed is in Redis after this time, unless Redis is away, or ledger or reseeder lag. */
    private static final Duration SEED_ARRIVES_WITHIN = Duration.ofSeconds(10);
    /** An account that is absent so soon after its seed needs no other one. */
    private static final Duration ABSENCE_ANSWERED_FOR = Duration.ofSeconds(2);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    /** Doublings after which every wait is the longest. */
    private static final int MOST_DOUBLINGS = 10;

    /** Redis never held it. */
    public static final StoreLife NEVER_SEEDED =
            new StoreLife(0, null, null, Generations.NONE, 0, 0, Checkpoints.none(Instant.EPOCH), 0);

    public StoreLife {
        BrokenInvariantException.check(
                epoch >= 0 && (epoch > 0 || base == null) && (seededAt != null) == (base != null),
                "a life in Redis begins with a seed",
                epoch);
        BrokenInvariantException.check(
                confirmedUpdate >= 0 && updateNumber >= confirmedUpdate,
                "what is confirmed was sent",
                confirmedUpdate + "/" + updateNumber);
    }

    /** Whether there is a life now. */
    boolean isSeeded() {
        return base != null;
    }

    /** Whether a script's change at this stamp is part of what the current life in Redis holds. */
    boolean counts(@Nullable StoreStamp stamp) {
        return stamp != null && isSeeded() && stamp.epoch() == epoch && stamp.generation() > generations.closed();
    }

    /** A script changed the account. */
    StoreLife executed(long generation, StoreDelta delta) {
        return with(generations.executed(generation, delta), checkpoints);
    }

    StoreLife nextUpdate() {
        return new StoreLife(
                epoch, seededAt, base, generations, updateNumber + 1, confirmedUpdate, checkpoints, unheardSeeds);
    }

    /** A checkpoint of this life arrives. */
    StoreLife arrived(Checkpoint checkpoint, Instant appendTime) {
        return with(generations, checkpoints.arrived(checkpoint, appendTime));
    }

    /** The first waiting checkpoint is judged: its generation is closed, and what Redis held then is the base of what follows. */
    StoreLife judged() {
        var checkpoint = checkpoints.waiting().get(0).checkpoint();
        return new StoreLife(
                epoch,
                seededAt,
                checkpoint.figures(),
                generations.close(checkpoint.generation(), checkpoint.executions()),
                updateNumber,
                checkpoint.updateNumber(),
                checkpoints.judged(),
                unheardSeeds);
    }

    /** The first waiting checkpoint proves that this life is over. */
    StoreLife refuted() {
        return with(generations, checkpoints.judged());
    }

    /**
     * A new life, above the epoch that was seen as well. If nothing was heard of this one, its seed may be under way still: the next
     * one is given twice the time, so that a lag, however long, costs few seeds and not one a checkpoint.
     */
    StoreLife reseeded(long sawEpoch, StoreFigures figures, Instant at) {
        var unheard = isSeeded() && !isHeardOf() ? unheardSeeds + 1 : 0;
        return new StoreLife(
                Math.max(epoch, sawEpoch) + 1,
                at,
                figures,
                Generations.NONE,
                0,
                0,
                Checkpoints.none(at.plus(doubled(SEED_ARRIVES_WITHIN, unheard))),
                unheard);
    }

    /**
     * Redis dropped the account: there is no life until the next seed. Its epoch is above all that was, so that whatever Redis says
     * of this one later is known to be of the past.
     */
    StoreLife ended(Checkpoint last, Instant at) {
        return new StoreLife(
                Math.max(epoch, last.epoch()) + 1,
                null,
                null,
                Generations.NONE,
                0,
                0,
                new Checkpoints(0, List.of(), last.time(), at),
                0);
    }

    /** Whether the seed of this life is the answer to a request that found the account absent. */
    boolean answersAbsence(Instant appendTime) {
        return seededAt != null && appendTime.isBefore(seededAt.plus(doubled(ABSENCE_ANSWERED_FOR, unheardSeeds)));
    }

    private boolean isHeardOf() {
        return generations.closed() >= 0 || !generations.open().isEmpty() || checkpoints.arrived() > 0;
    }

    private static Duration doubled(Duration wait, int times) {
        var longer = wait.multipliedBy(1L << Math.min(times, MOST_DOUBLINGS));
        return longer.compareTo(LONGEST_WAIT) < 0 ? longer : LONGEST_WAIT;
    }

    private StoreLife with(Generations newGenerations, Checkpoints newCheckpoints) {
        return new StoreLife(
                epoch, seededAt, base, newGenerations, updateNumber, confirmedUpdate, newCheckpoints, unheardSeeds);
    }
}
