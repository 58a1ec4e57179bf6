package io.quotaledger.streamstopology.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold for a plan, and for a plan together with the scopes it is for. */
final class PlanRules {
    private PlanRules() {}

    /** Why a plan cannot be given to a tenant with these scopes; null if it can. */
    static @Nullable Outcome refusal(Plan plan, List<Scope> scopes) {
        if (plan.org().isEmpty()) {
            return new Outcome(OutcomeCode.INVALID_PLAN, "a plan has at least one account for the org");
        }
        for (var level : Level.values()) {
            var refusal = limitRefusal(plan, plan.limits(level));
            if (refusal != null) {
                return refusal;
            }
        }
        return pathRefusal(plan, scopes);
    }

    /** Why a path would be too long; null if none is. */
    static @Nullable Outcome pathRefusal(Plan plan, List<Scope> scopes) {
        var longest = longestPath(plan, scopes);
        return longest <= Plan.MAX_PATH
                ? null
                : new Outcome(
                        OutcomeCode.PATH_TOO_LONG,
                        "a path would have " + longest + " accounts, at most " + Plan.MAX_PATH + " are possible");
    }

    private static @Nullable Outcome limitRefusal(Plan plan, List<AccountLimit> limits) {
        var seen = new HashSet<String>();
        for (var account : limits) {
            if (!plan.meters().contains(account.meter())) {
                return new Outcome(OutcomeCode.UNKNOWN_METER, "the plan has no meter " + account.meter());
            }
            if (!seen.add(account.meter() + "|" + account.period())) {
                return new Outcome(
                        OutcomeCode.INVALID_PLAN, "twice " + account.meter() + " " + account.period() + " at a level");
            }
            if (account.limit() != null && account.isWallet()) {
                return new Outcome(OutcomeCode.INVALID_PLAN, "a wallet has no limit, it is funded by grants");
            }
            if (account.limit() != null && !Amounts.isAmount(account.limit())) {
                return new Outcome(
                        OutcomeCode.AMOUNT_OUT_OF_RANGE, "limit " + account.limit() + " is not from 0 to 2^53 - 1");
            }
        }
        return null;
    }

    private static int longestPath(Plan plan, List<Scope> scopes) {
        var apps = new HashMap<String, Integer>();
        var keys = new HashMap<String, Integer>();
        var org = plan.org().size();
        for (var scope : scopes) {
            var accounts = scope.accounts(plan).size();
            switch (scope.level()) {
                case ORG -> org = accounts;
                case APP -> apps.put(scope.id(), accounts);
                case KEY -> keys.merge(scope.appId(), accounts, Math::max);
                case USER -> {}
            }
        }
        var longest = plan.app().size() + plan.key().size();
        for (var app : apps.entrySet()) {
            longest = Math.max(
                    longest,
                    app.getValue() + keys.getOrDefault(app.getKey(), plan.key().size()));
        }
        return org + longest;
    }
}
