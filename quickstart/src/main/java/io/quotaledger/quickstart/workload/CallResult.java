package io.quotaledger.quickstart.workload;

/**
 * What the client of a call saw.
 *
 * @param call the call
 * @param kind what became of it
 * @param status HTTP status; 0 if there was none
 * @param reason last part of the problem's type if the gateway refused it, else empty
 * @param micros time until the end of the answer
 */
public record CallResult(PlannedCall call, Kind kind, int status, String reason, long micros) {
    /** What became of a call. */
    public enum Kind {
        /** Answered in full, well or with an error of the upstream. */
        ANSWERED,
        /** Refused by the gateway. */
        REFUSED,
        /** The connection broke before the answer was complete. */
        BROKEN,
        /** The client left. */
        LEFT
    }

    /** Refused by the gateway. */
    public boolean isRefused() {
        return kind == Kind.REFUSED;
    }
}
