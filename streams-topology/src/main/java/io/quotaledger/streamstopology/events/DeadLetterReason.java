package io.quotaledger.streamstopology.events;

import java.util.Locale;

/** Why a record is a dead letter. */
public enum DeadLetterReason {
    /** No record of the schema: foreign bytes, no value, a required field lacks. */
    UNREADABLE,
    /** An event without a payload that this version knows. */
    UNKNOWN_KIND,
    /** Key and tenant id differ. */
    WRONG_KEY,
    /** Read, but it cannot be applied: ids, amounts or times out of range, or too old. */
    INVALID;

    /** The stable word in {@code DeadLetter.reason}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
