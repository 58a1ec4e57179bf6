package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Series;
import io.quotaledger.benchmarks.compare.Target;
import java.util.List;

/** R12: how soon a ledger of many accounts books again after its process was killed. */
record RestartRow(Restarts restarts) implements Row {
    @Override
    public String id() {
        return "R12";
    }

    @Override
    public String title() {
        return "kill -9 to the first committed entry, 600,000 accounts";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var measured = restarts.get(effort);
        return List.of(
                Finding.alone(
                        id(),
                        "kill -9 to the first committed entry",
                        "s",
                        new Series("topology", measured.seconds()),
                        Target.atMost(4)),
                Finding.alone(
                        id(),
                        "share of the changelogs read again",
                        "",
                        new Series("topology", measured.shares()),
                        Target.atMost(0.1)));
    }
}
