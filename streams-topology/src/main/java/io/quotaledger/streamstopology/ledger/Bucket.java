package io.quotaledger.streamstopology.ledger;

/** A place in an account where an amount can be. */
public enum Bucket {
    ISSUED,
    OVERAGE,
    AVAILABLE,
    RESERVED,
    CONSUMED,
    EXPIRED;

    /** A source's figure grows when an amount leaves it: ISSUED and OVERAGE say how much came into the account. */
    boolean isSource() {
        return this == ISSUED || this == OVERAGE;
    }
}
