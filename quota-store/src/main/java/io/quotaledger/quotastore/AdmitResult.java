package io.quotaledger.quotastore;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the admit script decided. Nothing but {@link Admitted} has changed a balance or used up a rate; {@link
 * Exhausted} and {@link OverageExhausted} have noted the account for {@link LedgerSync#takeTouched}.
 */
public sealed interface AdmitResult {
    /**
     * Held on every account of the path.
     *
     * @param event event to publish; it is in the outbox already
     * @param balances balances after the hold, in the order of the path
     * @param overage at least one account is in its overage allowance
     */
    record Admitted(StoredEvent event, List<StoredBalance> balances, boolean overage) implements AdmitResult {}

    /**
     * This reservation was admitted before, with the same content.
     *
     * @param state what became of it
     * @param accounts accounts it holds on, in the order of the path
     * @param overage the first answer said so
     */
    record Duplicate(ReservationState state, List<AccountKey> accounts, boolean overage) implements AdmitResult {}

    /** This reservation id was used for a request with other content. */
    record IdReused() implements AdmitResult {}

    /** As many events as may wait in the outbox do: they do not reach Kafka. */
    record OutboxFull() implements AdmitResult {}

    /**
     * An account cannot hold the amount.
     *
     * @param balance the account
     * @param needed amount to hold
     * @param now Redis time
     */
    record Exhausted(StoredBalance balance, long needed, Instant now) implements AdmitResult {
        /** It would fit if the requests in flight did not hold their reservations. */
        public boolean heldInFlight() {
            return balance.available() + balance.reserved() >= needed;
        }
    }

    /**
     * An account with an overage allowance has used it up.
     *
     * @param balance the account
     * @param needed amount to hold
     * @param now Redis time
     */
    record OverageExhausted(StoredBalance balance, long needed, Instant now) implements AdmitResult {}

    /**
     * A rate limit was hit.
     *
     * @param rule the limit
     * @param retryAfter when one more call fits
     */
    record RateLimited(RateRule rule, Duration retryAfter) implements AdmitResult {}

    /**
     * Redis does not hold these accounts.
     *
     * @param accounts accounts to ask seeds for
     */
    record Unseeded(List<AccountKey> accounts) implements AdmitResult {}

    /**
     * Redis time is in no candidate period of an account: clocks differ by more than the caller allowed for.
     *
     * @param now Redis time, to choose the candidates by
     */
    record OutsidePeriods(Instant now) implements AdmitResult {}
}
