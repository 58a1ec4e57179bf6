package io.quotaledger.quotastore;

import org.jspecify.annotations.Nullable;

/**
 * Balance of an account as Redis has it.
 *
 * @param key the account
 * @param granted issued + overage - expired
 * @param reserved sum of open reservations
 * @param consumed sum of settlements
 * @param overageLeft overage allowance left; null: overage is off
 * @param uncapped counted, not checked
 */
public record StoredBalance(
        AccountKey key,
        long granted,
        long reserved,
        long consumed,
        @Nullable Long overageLeft,
        boolean uncapped) {
    /** granted - reserved - consumed. */
    public long available() {
        return granted - reserved - consumed;
    }
}
