package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.quotastore.StoredBalance;
import java.time.Instant;
import java.util.List;

/**
 * An open reservation, to be closed once.
 *
 * @param call what it was made for
 * @param reservationId its id
 * @param startedAt when the gateway began with the call
 * @param legs accounts it holds on, in the order of the path, with the amounts
 * @param balances balances after the hold, in the same order; empty if they are not known
 * @param overage at least one account is in its overage allowance
 * @param bypassed made without the store, so that the store knows nothing of it
 */
public record Hold(
        PricedCall call,
        String reservationId,
        Instant startedAt,
        List<HeldLeg> legs,
        List<StoredBalance> balances,
        boolean overage,
        boolean bypassed) {
    /**
     * An account and the amount held on it.
     *
     * @param candidate the account, and when its period is
     * @param held amount in the meter's smallest unit
     */
    public record HeldLeg(Candidate candidate, long held) {
        /** The account. */
        public AccountKey account() {
            return candidate.key();
        }
    }

    /** Copies the lists. */
    public Hold {
        legs = List.copyOf(legs);
        balances = List.copyOf(balances);
    }

    /** Accounts it holds on. */
    public List<AccountKey> accounts() {
        return legs.stream().map(HeldLeg::account).toList();
    }
}
