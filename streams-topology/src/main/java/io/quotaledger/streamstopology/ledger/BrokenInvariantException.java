package io.quotaledger.streamstopology.ledger;

/** The books contradict themselves. Nothing may be booked on top of that: the task stops. */
public final class BrokenInvariantException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenInvariantException(String message) {
        super(message);
    }

    static void check(boolean holds, String rule, Object subject) {
        if (!holds) {
            throw new BrokenInvariantException(rule + ": " + subject);
        }
    }
}
