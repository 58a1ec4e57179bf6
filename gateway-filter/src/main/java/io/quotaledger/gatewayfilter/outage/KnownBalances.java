package io.quotaledger.gatewayfilter.outage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.StoredBalance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The balance of each account that the store told of last, and what this gateway has admitted against it without the store.
 *
 * <p>Worst case: what is admitted of an account is never more than the stated share of that balance for each gateway, but for what
 * calls cost above their hold. As nobody knows when the ledger has carried it into the store, a younger balance does not free what
 * was admitted, unless nothing more was for a minute: an outage that comes and goes is one outage.
 */
public final class KnownBalances {
    private static final Duration CARRIED_AFTER = Duration.ofMinutes(1);
    private static final int MOST_ACCOUNTS = 200_000;

    private record Known(long available, boolean uncapped, long admitted, Instant admittedAt) {
        private boolean hasRoom(long amount, int sharePercent) {
            return uncapped || amount <= Math.max(0, available) * sharePercent / 100 - admitted;
        }
    }

    private final Cache<AccountKey, Known> accounts =
            Caffeine.newBuilder().maximumSize(MOST_ACCOUNTS).build();
    private final Clock clock;

    /** Knows nothing yet. */
    public KnownBalances(Clock clock) {
        this.clock = clock;
    }

    /** The store told of these. */
    public void learn(List<StoredBalance> balances) {
        var now = clock.instant();
        for (var balance : balances) {
            accounts.asMap().compute(balance.key(), (key, before) -> {
                boolean isCarried =
                        before == null || now.isAfter(before.admittedAt().plus(CARRIED_AFTER));
                return new Known(
                        balance.available(),
                        balance.uncapped(),
                        isCarried ? 0 : before.admitted(),
                        isCarried ? Instant.MIN : before.admittedAt());
            });
        }
    }

    /**
     * Admits amounts without the store, on all accounts or on none.
     *
     * @return whether the share of each of them has room; an account that is not known has none
     */
    public synchronized boolean admit(Map<AccountKey, Long> amounts, int sharePercent) {
        boolean hasRoom = amounts.entrySet().stream().allMatch(amount -> {
            var known = accounts.getIfPresent(amount.getKey());
            return known != null && known.hasRoom(amount.getValue(), sharePercent);
        });
        if (hasRoom) {
            amounts.forEach(this::add);
        }
        return hasRoom;
    }

    /** Changes what was admitted of an account, such as by what a call did not use of its hold. */
    public void add(AccountKey account, long amount) {
        accounts.asMap()
                .computeIfPresent(
                        account,
                        (key, known) -> new Known(
                                known.available(), known.uncapped(), known.admitted() + amount, clock.instant()));
    }
}
