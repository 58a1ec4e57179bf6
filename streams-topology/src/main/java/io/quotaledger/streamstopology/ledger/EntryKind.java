package io.quotaledger.streamstopology.ledger;

/** What happened in a journal entry. */
public enum EntryKind {
    GRANTED,
    PREPAID,
    SETTLED,
    SETTLED_LATE,
    REFUNDED,
    RESERVATION_EXPIRED,
    GRANT_EXPIRED,
    LIMIT_CHANGED,
    BUDGET_OPENED
}
