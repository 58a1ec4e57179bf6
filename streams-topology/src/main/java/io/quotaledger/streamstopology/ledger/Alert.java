package io.quotaledger.streamstopology.ledger;

/**
 * Something that somebody should look at.
 *
 * @param amount how much: drift of what is available, or number of events or updates
 * @param detail the same in plain words with the figures
 */
public record Alert(Kind kind, AccountId account, long amount, String detail) {
    /** What it is. */
    public enum Kind {
        DRIFT,
        MISSING_EVENTS,
        REWOUND,
        UPDATE_LOST
    }
}
