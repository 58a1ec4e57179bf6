package io.quotaledger.streamstopology.ledger;

import java.util.List;
import java.util.Set;

/**
 * What the fold needs of a plan.
 *
 * @param version version, from 1
 * @param meters names of its meters
 * @param org accounts of the org, in order; at least one
 * @param app accounts of each app
 * @param key accounts of each key
 */
public record Plan(
        String planId,
        long version,
        Set<String> meters,
        List<AccountLimit> org,
        List<AccountLimit> app,
        List<AccountLimit> key) {
    /** Longest path. */
    public static final int MAX_PATH = 8;

    public Plan {
        meters = Set.copyOf(meters);
        org = List.copyOf(org);
        app = List.copyOf(app);
        key = List.copyOf(key);
    }

    List<AccountLimit> limits(Level level) {
        return switch (level) {
            case ORG -> org;
            case APP -> app;
            case KEY -> key;
            case USER -> List.of();
        };
    }
}
