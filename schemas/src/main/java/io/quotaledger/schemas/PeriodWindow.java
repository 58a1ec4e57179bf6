package io.quotaledger.schemas;

import java.time.Instant;

/**
 * One period of a budget: its id and the instants between which it lasts.
 *
 * @param id period id, part of the account's key
 * @param from first instant of the period
 * @param until first instant after it
 */
public record PeriodWindow(String id, Instant from, Instant until) {
    /** Whether the instant is in the period. */
    public boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(until);
    }
}
