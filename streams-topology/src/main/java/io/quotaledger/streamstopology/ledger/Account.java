package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An account as the ledger keeps it. Its constructor checks what must hold whenever it is stored or loaded.
 *
 * @param id which account
 * @param balance its buckets
 * @param uncapped counted, not checked
 * @param endsAt end of a budget's period; null for a wallet
 * @param life its life in Redis
 * @param openHolds number of open reservations that hold something of it
 * @param grants grants of a wallet that have something left
 */
public record Account(
        AccountId id,
        Balance balance,
        boolean uncapped,
        @Nullable Instant endsAt,
        StoreLife life,
        long openHolds,
        LiveGrants grants) {
    public Account {
        check(balance.isInRange(), "figures are at most 2^53 - 1", id);
        check(openHolds >= 0 && (openHolds == 0) == (balance.reserved() == 0), "reserved is what is held", id);
        check(id.isWallet() == (endsAt == null), "a budget ends, a wallet does not", id);
        check(!uncapped || (!id.isWallet() && balance.issued() == 0), "only a budget is uncapped, then unfunded", id);
        var unburnt = id.isWallet() ? Math.max(0, balance.granted() - balance.consumed()) : 0;
        check(grants.remaining() == unburnt, "the grants hold what is not consumed", id);
    }

    /** An account without anything in it. */
    static Account empty(AccountId id, boolean uncapped, @Nullable Instant endsAt) {
        return new Account(id, Balance.ZERO, uncapped, endsAt, StoreLife.NEVER_SEEDED, 0, LiveGrants.NONE);
    }

    Account withLife(StoreLife newLife) {
        return new Account(id, balance, uncapped, endsAt, newLife, openHolds, grants);
    }

    private static void check(boolean holds, String rule, AccountId id) {
        BrokenInvariantException.check(holds, rule, id);
    }
}
