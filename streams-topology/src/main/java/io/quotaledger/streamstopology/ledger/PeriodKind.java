package io.quotaledger.streamstopology.ledger;

/** How long a budget lasts, in the tenant's zone; NONE is a wallet. */
public enum PeriodKind {
    NONE,
    HOUR,
    DAY,
    WEEK,
    MONTH
}
