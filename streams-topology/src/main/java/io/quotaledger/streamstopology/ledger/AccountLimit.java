package io.quotaledger.streamstopology.ledger;

import org.jspecify.annotations.Nullable;

/**
 * One account that every path through a level has.
 *
 * @param period NONE for a wallet, else the budget's period
 * @param limit limit of a budget per period; null: counted, not checked; null for a wallet
 */
public record AccountLimit(
        String meter, PeriodKind period, @Nullable Long limit) {
    boolean isWallet() {
        return period == PeriodKind.NONE;
    }

    boolean isSameAccountAs(AccountLimit other) {
        return meter.equals(other.meter) && period == other.period;
    }
}
