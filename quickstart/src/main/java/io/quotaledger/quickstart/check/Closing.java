package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.opening.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A terminal event of a reservation.
 *
 * @param kind how it was closed
 * @param caller who made the call; null for an expiry, which does not say
 * @param model model named by the request
 * @param charged charge by meter; empty unless settled
 * @param held hold by meter
 */
record Closing(Kind kind, @Nullable Caller caller, String model, Map<String, Long> charged, Map<String, Long> held) {
    enum Kind {
        /** At what the upstream reported. */
        REPORTED,
        /** At an estimate: content was delivered, usage was not. */
        ESTIMATED,
        /** At zero. */
        REFUNDED,
        /** By the ledger's timer. */
        EXPIRED
    }

    boolean isSettled() {
        return kind == Kind.REPORTED || kind == Kind.ESTIMATED;
    }

    /** An estimate is at least 1 and at most the hold. */
    boolean isWithinHold() {
        return charged.entrySet().stream()
                .allMatch(entry -> entry.getValue() >= 1 && entry.getValue() <= held.getOrDefault(entry.getKey(), 0L));
    }
}
