package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Comparison;
import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Load;
import io.quotaledger.localstack.LocalStack;
import java.util.List;
import java.util.function.Function;

/**
 * A row that holds {@code admit} against something else on a Redis of its own.
 *
 * @param operations of one run of a side, at full effort
 */
record RedisRow(
        String id,
        String title,
        Workload workload,
        Load load,
        long operations,
        Reference reference,
        Function<Runs, List<Finding>> findings)
        implements Row {

    /** Opens the other side. */
    @FunctionalInterface
    interface Reference {
        Side open(PlainRedis redis, Workload workload);
    }

    @Override
    public List<Finding> measure(Effort effort) {
        try (var stack = LocalStack.builder().withRedis().start();
                var plain = new PlainRedis(stack.redisUri());
                var other = reference.open(plain, workload);
                var admit = new AdmitSide(stack.redisUri(), plain, workload)) {
            return findings.apply(new Comparison(other, admit, load, operations).run(effort));
        }
    }
}
