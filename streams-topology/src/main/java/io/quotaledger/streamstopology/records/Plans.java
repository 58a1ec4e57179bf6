package io.quotaledger.streamstopology.records;

import io.quotaledger.schemas.avro.PlanLimit;
import io.quotaledger.streamstopology.ledger.AccountLimit;
import io.quotaledger.streamstopology.ledger.Level;
import io.quotaledger.streamstopology.ledger.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Plans, as far as the fold needs them. */
public final class Plans {
    private Plans() {}

    /** A plan from its id, version, names of meters and limits by level. */
    public static Plan plan(String planId, long version, Collection<String> meters, List<PlanLimit> limits) {
        return new Plan(
                planId,
                version,
                new HashSet<>(meters),
                at(limits, Level.ORG),
                at(limits, Level.APP),
                at(limits, Level.KEY));
    }

    /** Its limits by level. */
    public static List<PlanLimit> limits(Plan plan) {
        var limits = new ArrayList<PlanLimit>();
        add(limits, Level.ORG, plan.org());
        add(limits, Level.APP, plan.app());
        add(limits, Level.KEY, plan.key());
        return limits;
    }

    private static List<AccountLimit> at(List<PlanLimit> limits, Level level) {
        return limits.stream()
                .filter(limit -> Accounts.level(limit.getLevel()) == level)
                .map(limit -> Accounts.limit(limit.getAccount()))
                .toList();
    }

    private static void add(List<PlanLimit> limits, Level level, List<AccountLimit> accounts) {
        accounts.forEach(account -> limits.add(new PlanLimit(Accounts.level(level), Accounts.limit(account))));
    }
}
