package io.quotaledger.streamstopology.ledger;

/**
 * Whether the fold accepted an event, or which rule refused it.
 *
 * @param code what decided; ACCEPTED if accepted
 * @param detail the same in plain words with the figures
 */
public record Outcome(OutcomeCode code, String detail) {
    /** Accepted. */
    public static final Outcome ACCEPTED = new Outcome(OutcomeCode.ACCEPTED, "");

    /** Whether it was accepted. */
    public boolean accepted() {
        return code == OutcomeCode.ACCEPTED;
    }
}
