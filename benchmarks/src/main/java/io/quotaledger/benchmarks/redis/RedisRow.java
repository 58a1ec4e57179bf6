package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Comparison;
import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A row that holds something of ours against something else on a Redis of its own, in one comparison or more. */
record RedisRow(String id, String title, List<Part> parts) implements Row {
    /**
     * One comparison.
     *
     * @param operations of one run of a side, at full effort
     */
    record Part(
            Load load,
            long operations,
            Function<RedisBench, Side> reference,
            Function<RedisBench, Side> ours,
            Function<Runs, List<Finding>> findings) {
        private List<Finding> measure(Effort effort) {
            try (var redis = RedisBench.start();
                    var a = reference.apply(redis);
                    var b = ours.apply(redis)) {
                return findings.apply(new Comparison(a, b, load, operations).run(effort));
            }
        }
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var findings = new ArrayList<Finding>();
        parts.forEach(part -> findings.addAll(part.measure(effort)));
        return findings;
    }
}
