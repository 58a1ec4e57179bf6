package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.LoadResult;
import java.util.List;
import java.util.Locale;

/** R9: journal entries a second, against the least that exactly-once books cost. */
record EntryRateRow(EntryRates rates) implements Row {
    private static final int FEW = 1_000;
    private static final int MANY = 100_000;

    @Override
    public String id() {
        return "R9";
    }

    @Override
    public String title() {
        return "journal entries of the topology against a raw exactly-once loop with a map, 1,000 and 100,000 accounts";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        return List.of(finding(FEW, 0.7, effort), finding(MANY, 0.4, effort));
    }

    private Finding finding(int accounts, double atLeast, Effort effort) {
        var what = String.format(Locale.ROOT, "topology / raw loop, %,d accounts", accounts);
        return rates.at(accounts, effort)
                .entries()
                .find(id(), what, "entries/s", LoadResult::perSecond, Target.atLeast(atLeast));
    }
}
