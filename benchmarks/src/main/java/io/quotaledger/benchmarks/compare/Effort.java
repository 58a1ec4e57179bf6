package io.quotaledger.benchmarks.compare;

/**
 * How long is measured.
 *
 * @param rounds rounds of A B A B, at least 1
 * @param share of the operations that a row would take for a round and for its warm-up, above 0 and at most 1
 */
public record Effort(int rounds, double share) {
    /** What figures may be quoted from. */
    public static final Effort FULL = new Effort(5, 1);
    /** Shows that a row runs; its figures say nothing. */
    public static final Effort BRIEF = new Effort(1, 0.02);

    /** So many operations as are left of {@code operations}, at least 1. */
    public long of(long operations) {
        return Math.max(1, Math.round(operations * share));
    }
}
