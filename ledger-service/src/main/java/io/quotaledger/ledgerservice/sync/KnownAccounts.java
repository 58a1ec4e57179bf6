package io.quotaledger.ledgerservice.sync;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.StoredBalance;
import io.quotaledger.schemas.avro.state.AccountState;
import java.time.Instant;
import java.util.Optional;

/** What the ledger knows of an account in Redis. */
public final class KnownAccounts {
    private KnownAccounts() {}

    /** Whether Redis should hold it: it was seeded, was not dropped since, and its period is not over. */
    static boolean isInRedis(AccountState state, Instant now) {
        return state.getBase() != null && (state.getEndsAt() == null || now.isBefore(state.getEndsAt()));
    }

    /** When something happened to it last: an entry moved it, or there was a reason to compare it. */
    static Instant usedAt(AccountState state) {
        return state.getJudgedAt().isAfter(state.getTime()) ? state.getJudgedAt() : state.getTime();
    }

    /**
     * What Redis holds of it if nothing is under way: that of the last checkpoint, or of the seed if there was none. Empty if
     * something is, or Redis does not hold it.
     */
    public static Optional<StoredAccount> atRest(AccountState state) {
        var base = state.getBase();
        var isAtRest = state.getGenerations().isEmpty()
                && state.getWaitingCheckpoints().isEmpty()
                && state.getUpdateNumber() == state.getConfirmedUpdate()
                && state.getOpenHolds() == 0;
        if (base == null || !isAtRest) {
            return Optional.empty();
        }
        var key = AccountKey.of(state.getTenantId(), state.getAccount());
        var balance = new StoredBalance(
                key, base.getGranted(), base.getReserved(), base.getConsumed(), null, base.getUncapped());
        return Optional.of(new StoredAccount(
                balance,
                state.getEpoch(),
                state.getClosedGeneration() + 1,
                state.getClosedExecutions(),
                state.getConfirmedUpdate()));
    }
}
