package io.quotaledger.streamstopology.ledger;

/**
 * An account of one tenant.
 *
 * @param level level it stands at
 * @param scope {@code -} for org, the app for app, {@code app/key} for key
 * @param meter what it counts
 * @param period period of a budget, {@code -} for a wallet
 */
public record AccountId(Level level, String scope, String meter, String period) {
    /** Scope of the org, and period of a wallet. */
    public static final String NONE = "-";

    /** Whether it is funded by grants and has no period. */
    public boolean isWallet() {
        return period.equals(NONE);
    }

    static AccountId wallet(Level level, String scope, String meter) {
        return new AccountId(level, scope, meter, NONE);
    }
}
