package io.quotaledger.streamstopology.ledger;

/**
 * One movement between two buckets of an account.
 *
 * @param from where the amount leaves
 * @param to where it arrives
 * @param amount in the meter's smallest unit, at least 1
 */
public record Posting(Bucket from, Bucket to, long amount) {
    public Posting {
        BrokenInvariantException.check(amount >= 1 && from != to, "a posting moves something", from + " to " + to);
    }

    /** By how much it changes the figure of a bucket. */
    long changeOf(Bucket bucket) {
        if (from != bucket && to != bucket) {
            return 0;
        }
        return (to == bucket) == bucket.isSource() ? -amount : amount;
    }
}
