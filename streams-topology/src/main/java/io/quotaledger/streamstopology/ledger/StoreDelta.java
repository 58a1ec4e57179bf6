package io.quotaledger.streamstopology.ledger;

/** A change of the three figures that Redis and the ledger share. */
public record StoreDelta(long granted, long reserved, long consumed) {
    static final StoreDelta NONE = new StoreDelta(0, 0, 0);

    static StoreDelta between(Balance before, Balance after) {
        return new StoreDelta(
                after.granted() - before.granted(),
                after.reserved() - before.reserved(),
                after.consumed() - before.consumed());
    }

    /** What the change makes of what is available. */
    public long ofAvailable() {
        return granted - reserved - consumed;
    }

    boolean isInRange() {
        return Amounts.isBalance(granted) && Amounts.isBalance(reserved) && Amounts.isBalance(consumed);
    }

    StoreDelta plus(StoreDelta other) {
        return new StoreDelta(granted + other.granted, reserved + other.reserved, consumed + other.consumed);
    }

    StoreDelta minus(StoreDelta other) {
        return new StoreDelta(granted - other.granted, reserved - other.reserved, consumed - other.consumed);
    }
}
