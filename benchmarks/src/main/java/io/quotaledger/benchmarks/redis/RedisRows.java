package io.quotaledger.benchmarks.redis;

import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.OpenLoop;
import java.util.List;
import java.util.Optional;

/** The rows about admission in Redis. */
public final class RedisRows {
    private static final String RATE = "calls/s";
    private static final String MILLIS = "ms";
    private static final Workload MANY = new Workload(1_000);
    private static final Workload HOT = new Workload(1);
    private static final ClosedLoop IN_FLIGHT = new ClosedLoop(64);
    private static final OpenLoop STEADY = new OpenLoop(2_000);
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private RedisRows() {}

    /** All of them, in the order of their ids. */
    public static List<Row> all() {
        return List.of(
                new RedisRow(
                        "R1",
                        "admit on three levels against a script that does nothing, 64 in flight",
                        MANY,
                        IN_FLIGHT,
                        60_000,
                        (redis, workload) -> new NoopSide(redis),
                        runs -> List.of(rate("R1", runs, 0.5))),
                new RedisRow(
                        "R2",
                        "the same against Spring Cloud Gateway's limiter script for three levels in sequence",
                        MANY,
                        IN_FLIGHT,
                        40_000,
                        GatewayLimiterSide::new,
                        runs -> List.of(rate("R2", runs, 6))),
                new RedisRow(
                        "R3",
                        "the same against Bucket4j on Lettuce for three levels, with its batching",
                        MANY,
                        IN_FLIGHT,
                        40_000,
                        (redis, workload) ->
                                new Bucket4jSide(redis, workload, "Bucket4j, batching", Optimizations.batching()),
                        runs -> List.of(rate("R3", runs, 4))),
                new RedisRow(
                        "R4",
                        "the same on one hot organisation against plain Bucket4j",
                        HOT,
                        IN_FLIGHT,
                        5_000,
                        (redis, workload) ->
                                new Bucket4jSide(redis, workload, "Bucket4j, plain", Optimization.NONE_OPTIMIZED),
                        runs -> List.of(rate("R4", runs, 60), within("R4", runs, P999, 20))),
                new RedisRow(
                        "R6",
                        "p99 of admit against p99 of a script that does nothing, open loop, 2,000/s",
                        MANY,
                        STEADY,
                        20_000,
                        (redis, workload) -> new NoopSide(redis),
                        runs -> List.of(runs.find(
                                "R6",
                                "p99 of admit / of " + runs.referenceName(),
                                MILLIS,
                                run -> run.millisAt(P99),
                                Target.atMost(1.5)))));
    }

    private static Finding rate(String row, Runs runs, double atLeast) {
        return runs.find(row, "admit / " + runs.referenceName(), RATE, LoadResult::perSecond, Target.atLeast(atLeast));
    }

    /** A time of ours alone. */
    private static Finding within(String row, Runs runs, double percentile, double millis) {
        var finding = runs.find(row, "", MILLIS, run -> run.millisAt(percentile), Target.atMost(millis));
        return new Finding(
                row,
                "p" + percentile + " of admit",
                MILLIS,
                finding.ours(),
                finding.reference(),
                finding.ours().median(),
                finding.target(),
                Optional.empty());
    }
}
