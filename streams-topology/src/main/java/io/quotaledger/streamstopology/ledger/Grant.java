package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A grant from its issue to its end.
 *
 * @param wallet the wallet it funds
 * @param amount amount it was issued with
 * @param effectiveAt when it can be used
 * @param expiresAt when what is left of it expires; null: never
 * @param state where it is in its life
 */
public record Grant(
        String grantId,
        AccountId wallet,
        long amount,
        int priority,
        Instant effectiveAt,
        @Nullable Instant expiresAt,
        State state) {
    /** Issued for later, in the wallet, or past its expiry. */
    public enum State {
        PENDING,
        ACTIVE,
        EXPIRED
    }

    Grant in(State newState) {
        return new Grant(grantId, wallet, amount, priority, effectiveAt, expiresAt, newState);
    }
}
