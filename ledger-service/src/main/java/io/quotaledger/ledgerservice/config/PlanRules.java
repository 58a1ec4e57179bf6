package io.quotaledger.ledgerservice.config;

import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Meter;
import io.quotaledger.schemas.avro.MeterBasis;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** What must hold between the parts of a plan, and between a plan and the price books that are there. */
final class PlanRules {
    /** Accounts on the path of one request. */
    static final int MAX_PATH = 8;

    private PlanRules() {}

    /**
     * Refuses a plan that would not work.
     *
     * @throws ProblemException if a rule is broken
     */
    static void check(Plan plan, ConfigView view) {
        var meters = checkMeters(plan.getMeters());
        checkLimits(plan, meters);
        checkPriceBook(plan, view);
        checkRateLimits(plan);
        var estimate = plan.getEstimate();
        require(
                estimate.getMaxOutputTokens() == null
                        || estimate.getDefaultOutputTokens() <= estimate.getMaxOutputTokens(),
                "estimate.defaultOutputTokens",
                "is larger than maxOutputTokens");
    }

    private static Map<String, Meter> checkMeters(List<Meter> meters) {
        var byName = new HashMap<String, Meter>();
        for (var meter : meters) {
            require(byName.put(meter.getName(), meter) == null, "meters", "has '" + meter.getName() + "' twice");
            require(
                    meter.getBasis() == MeterBasis.PRICE || meter.getScale() == 0,
                    "meters",
                    "has '" + meter.getName() + "' with a scale, but tokens and calls are whole");
        }
        return byName;
    }

    private static void checkLimits(Plan plan, Map<String, Meter> meters) {
        var limits = plan.getLimits();
        require(limits.size() <= MAX_PATH, "limits", "has more than " + MAX_PATH + " accounts");
        require(
                limits.stream().anyMatch(limit -> limit.getLevel() == Level.ORG),
                "limits.org",
                "needs at least one account");
        var seen = new HashSet<List<Object>>();
        for (var limit : limits) {
            var account = limit.getAccount();
            require(
                    meters.containsKey(account.getMeter()),
                    "limits",
                    "names the meter '" + account.getMeter() + "', which the plan does not have");
            require(
                    seen.add(List.of(limit.getLevel(), account.getMeter(), account.getPeriod())),
                    "limits",
                    "has an account of meter '" + account.getMeter() + "' twice");
            require(
                    account.getPeriod() != PeriodKind.NONE || account.getLimit() == null,
                    "limits",
                    "has a wallet with a limit; wallets are funded by grants");
        }
    }

    private static void checkPriceBook(Plan plan, ConfigView view) {
        var priced = plan.getMeters().stream().anyMatch(meter -> meter.getBasis() == MeterBasis.PRICE);
        if (plan.getPriceBookId().isEmpty()) {
            require(!priced, "priceBookId", "is needed by a meter of basis price");
            return;
        }
        var book = view.priceBook(plan.getPriceBookId());
        require(
                book.isPresent(),
                "priceBookId",
                "names the price book '" + plan.getPriceBookId() + "', which does not exist");
    }

    private static void checkRateLimits(Plan plan) {
        var seen = new HashSet<List<Object>>();
        for (var limit : plan.getRateLimits()) {
            require(
                    seen.add(List.of(limit.getLevel(), limit.getWindowMillis())),
                    "rateLimits",
                    "has two limits for one level and window");
        }
    }

    private static void require(boolean holds, String field, String fault) {
        if (!holds) {
            throw ProblemException.of(ProblemKind.INVALID_PLAN, field, field + " " + fault);
        }
    }
}
