package io.quotaledger.streamstopology.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An org, app or key of a tenant.
 *
 * @param id {@code -}, the app, or {@code app/key}
 * @param name display name; empty for a key
 * @param keyHash SHA-256 of a key's secret in lower-case hex; null for org and app
 * @param overrides budgets that replace the plan's or are added to them
 */
public record Scope(
        Level level, String id, String name, @Nullable String keyHash, List<AccountLimit> overrides) {
    public Scope {
        overrides = List.copyOf(overrides);
        BrokenInvariantException.check((level == Level.KEY) == (keyHash != null), "keys and only keys have a hash", id);
    }

    /** The app of an app or key. */
    String appId() {
        var slash = id.indexOf('/');
        return slash < 0 ? id : id.substring(0, slash);
    }

    /** Its accounts under a plan: those of the plan in its order, with replaced limits, then the additions. */
    List<AccountLimit> accounts(Plan plan) {
        var accounts = new ArrayList<AccountLimit>();
        plan.limits(level).forEach(limit -> accounts.add(overridden(limit)));
        for (var override : overrides) {
            if (accounts.stream().noneMatch(override::isSameAccountAs)) {
                accounts.add(override);
            }
        }
        return accounts;
    }

    Scope withOverride(AccountLimit budget) {
        var list = new ArrayList<>(overrides);
        list.removeIf(budget::isSameAccountAs);
        list.add(budget);
        return new Scope(level, id, name, keyHash, list);
    }

    private AccountLimit overridden(AccountLimit limit) {
        return overrides.stream().filter(limit::isSameAccountAs).findFirst().orElse(limit);
    }
}
