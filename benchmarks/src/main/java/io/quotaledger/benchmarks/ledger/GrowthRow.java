package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Series;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** R14, the ledger's part: what an entry, and a page of the journal, costs more at ten times the accounts. */
record GrowthRow(EntryRates rates) implements Row {
    private static final List<Integer> DECADES = List.of(1_000, 10_000, 100_000);
    private static final Target TARGET = Target.atMost(1.3);

    @Override
    public String id() {
        return "R14";
    }

    @Override
    public String title() {
        return "growth: an entry, and a page of the journal, at 1,000, 10,000 and 100,000 accounts";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var findings = new ArrayList<Finding>();
        for (int i = 1; i < DECADES.size(); i++) {
            int few = DECADES.get(i - 1);
            int many = DECADES.get(i);
            var before = rates.at(few, effort);
            var after = rates.at(many, effort);
            findings.add(growth(
                    "entry",
                    "entries/s",
                    before.entries().ours(),
                    few,
                    after.entries().ours(),
                    many));
            findings.add(growth("journal page", "pages/s", before.pages(), few, after.pages(), many));
        }
        return findings;
    }

    /** Cost is the inverse of the rate. */
    private Finding growth(
            String what, String unit, List<LoadResult> before, int few, List<LoadResult> after, int many) {
        var reference = rates(few, before);
        var ours = rates(many, after);
        return new Finding(
                id(),
                String.format(Locale.ROOT, "%s, %,d / %,d accounts", what, many, few),
                unit,
                ours,
                reference,
                reference.median() / ours.median(),
                TARGET,
                Optional.empty());
    }

    private static Series rates(int accounts, List<LoadResult> runs) {
        return new Series(
                String.format(Locale.ROOT, "%,d accounts", accounts),
                runs.stream().map(LoadResult::perSecond).toList());
    }
}
