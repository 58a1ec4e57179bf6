package io.quotaledger.streamstopology.ledger;

/**
 * The buckets of an account. issued + overage = available + reserved + consumed + expired, always.
 *
 * @param available what can be held; negative after a charge above hold and balance
 * @param refunded sum of the holds that were refunded, for the record; not a bucket
 */
public record Balance(
        long issued, long overage, long available, long reserved, long consumed, long expired, long refunded) {
    /** Nothing in it. */
    public static final Balance ZERO = new Balance(0, 0, 0, 0, 0, 0, 0);

    public Balance {
        var in = Math.addExact(issued, overage);
        var used = Math.addExact(Math.addExact(reserved, consumed), expired);
        BrokenInvariantException.check(
                in == Math.addExact(available, used),
                "issued + overage = available + reserved + consumed + expired",
                in + " is not " + available + " + " + used);
        BrokenInvariantException.check(
                Math.min(Math.min(issued, overage), Math.min(Math.min(reserved, consumed), Math.min(expired, refunded)))
                        >= 0,
                "only available can be negative",
                "issued " + issued + ", reserved " + reserved + ", consumed " + consumed + ", expired " + expired);
    }

    /** The balance after a posting. */
    public Balance after(Posting posting) {
        return new Balance(
                Math.addExact(issued, posting.changeOf(Bucket.ISSUED)),
                Math.addExact(overage, posting.changeOf(Bucket.OVERAGE)),
                Math.addExact(available, posting.changeOf(Bucket.AVAILABLE)),
                Math.addExact(reserved, posting.changeOf(Bucket.RESERVED)),
                Math.addExact(consumed, posting.changeOf(Bucket.CONSUMED)),
                Math.addExact(expired, posting.changeOf(Bucket.EXPIRED)),
                refunded);
    }

    Balance withRefund(long amount) {
        return new Balance(issued, overage, available, reserved, consumed, expired, Math.addExact(refunded, amount));
    }

    /** The funding as Redis knows it: issued + overage - expired. */
    public long granted() {
        return issued + overage - expired;
    }

    /** Reserved and consumed: what a limit cannot be lowered below. */
    public long used() {
        return reserved + consumed;
    }

    boolean isInRange() {
        return Amounts.isBalance(available)
                && Amounts.isAmount(Math.max(Math.max(issued, overage), Math.max(consumed, expired)))
                && Amounts.isAmount(Math.max(reserved, refunded))
                && Amounts.isAmount(granted());
    }
}
