package io.quotaledger.streamstopology.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The grants of a wallet that have something left, in burn order: priority, then earliest expiry, then issue.
 * Consumption beyond them is a debt that the next grant pays first; it is no figure of its own but what the wallet's
 * balance says.
 */
public record LiveGrants(List<LiveGrant> inBurnOrder) {
    /** No grant. */
    public static final LiveGrants NONE = new LiveGrants(List.of());

    public LiveGrants {
        inBurnOrder = List.copyOf(inBurnOrder);
    }

    long remaining() {
        return inBurnOrder.stream().mapToLong(LiveGrant::remaining).sum();
    }

    LiveGrants with(LiveGrant grant) {
        var list = new ArrayList<>(inBurnOrder);
        int at = 0;
        while (at < list.size() && LiveGrant.BURN_ORDER.compare(list.get(at), grant) <= 0) {
            at++;
        }
        list.add(at, grant);
        return new LiveGrants(list);
    }

    /** After consumption of the amount; more than is left burns all. */
    LiveGrants burn(long amount) {
        return amount == 0 || inBurnOrder.isEmpty() ? this : take(amount, grant -> true);
    }

    /** After the amount was taken out of lapsed grants. */
    LiveGrants takeLapsed(long amount) {
        return take(amount, LiveGrant::lapsed);
    }

    long lapsedRemaining() {
        return inBurnOrder.stream()
                .filter(LiveGrant::lapsed)
                .mapToLong(LiveGrant::remaining)
                .sum();
    }

    LiveGrants lapse(String grantId) {
        return new LiveGrants(inBurnOrder.stream()
                .map(grant -> grant.grantId().equals(grantId) ? grant.asLapsed() : grant)
                .toList());
    }

    private LiveGrants take(long amount, Predicate<LiveGrant> from) {
        var left = amount;
        var list = new ArrayList<LiveGrant>(inBurnOrder.size());
        for (var grant : inBurnOrder) {
            var taken = from.test(grant) ? Math.min(left, grant.remaining()) : 0;
            left -= taken;
            if (taken < grant.remaining()) {
                list.add(grant.withRemaining(grant.remaining() - taken));
            }
        }
        return new LiveGrants(list);
    }
}
