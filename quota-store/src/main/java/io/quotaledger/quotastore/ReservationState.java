package io.quotaledger.quotastore;

/** What a receipt in Redis says of a reservation. */
public enum ReservationState {
    /** Held, not closed. */
    HELD,
    /** Closed at the true amount. */
    SETTLED,
    /** Closed at zero. */
    REFUNDED
}
