package io.quotaledger.benchmarks.redis;

import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.OpenLoop;
import io.quotaledger.benchmarks.redis.RedisRow.Part;
import java.util.List;
import java.util.Optional;

/** The rows about admission in Redis. */
public final class RedisRows {
    private static final String RATE = "calls/s";
    private static final String MILLIS = "ms";
    private static final Workload MANY = new Workload(1_000, Workload.PLENTY);
    private static final Workload HOT = new Workload(1, Workload.PLENTY);
    /** The last calls of a run are refused. */
    private static final Workload HOT_AND_SHORT = new Workload(1, 59_000 * Workload.AMOUNT);

    private static final Workload OTHERS = new Workload("seeded", 33_333, Workload.PLENTY);
    private static final ClosedLoop IN_FLIGHT = new ClosedLoop(64);
    private static final ClosedLoop CROWD = new ClosedLoop(256);
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private RedisRows() {}

    /** All of them, in the order of their ids. */
    public static List<Row> all() {
        return List.of(
                row(
                        "R1",
                        "admit on three levels against a script that does nothing, 64 in flight",
                        new Part(
                                IN_FLIGHT,
                                60_000,
                                RedisRows::noop,
                                redis -> new AdmitSide(redis, MANY),
                                runs -> List.of(rate("R1", runs, 0.5)))),
                row(
                        "R2",
                        "the same against Spring Cloud Gateway's limiter script for three levels in sequence",
                        new Part(
                                IN_FLIGHT,
                                40_000,
                                redis -> new GatewayLimiterSide(redis.plain(), MANY),
                                redis -> new AdmitSide(redis, MANY),
                                runs -> List.of(rate("R2", runs, 6)))),
                row(
                        "R3",
                        "the same against Bucket4j on Lettuce for three levels, with its batching",
                        new Part(
                                IN_FLIGHT,
                                40_000,
                                redis -> bucket4j(redis, MANY, "Bucket4j, batching", Optimizations.batching()),
                                redis -> new AdmitSide(redis, MANY),
                                runs -> List.of(rate("R3", runs, 4)))),
                row(
                        "R4",
                        "the same on one hot organisation against plain Bucket4j",
                        new Part(
                                IN_FLIGHT,
                                5_000,
                                redis -> bucket4j(redis, HOT, "Bucket4j, plain", Optimization.NONE_OPTIMIZED),
                                redis -> new AdmitSide(redis, HOT),
                                runs -> List.of(rate("R4", runs, 60), within("R4", runs, P999, 20)))),
                row(
                        "R5",
                        "the same on one hot organisation whose funds end, against a script that does nothing",
                        new Part(
                                CROWD,
                                60_000,
                                RedisRows::noop,
                                redis -> new AdmitSide(redis, HOT_AND_SHORT),
                                runs -> List.of(rate("R5", runs, 1.5)))),
                row(
                        "R6",
                        "p99 of admit against p99 of a script that does nothing, open loop, 2,000/s",
                        new Part(
                                new OpenLoop(2_000),
                                12_000,
                                RedisRows::noop,
                                redis -> new AdmitSide(redis, MANY),
                                runs -> List.of(runs.find(
                                        "R6",
                                        "p99 of admit / of " + runs.referenceName(),
                                        MILLIS,
                                        run -> run.millisAt(P99),
                                        Target.atMost(1.5))))),
                row(
                        "R13",
                        "accounts seeded a second against INCR, and p99 of admit meanwhile, open loop, 1,000/s",
                        new Part(
                                IN_FLIGHT,
                                100_000,
                                redis -> new IncrSide(redis.plain(), 100_000),
                                redis -> new SeedSide(redis, OTHERS),
                                runs -> List.of(runs.find(
                                        "R13",
                                        "seed / " + runs.referenceName(),
                                        "accounts/s",
                                        LoadResult::perSecond,
                                        Target.atLeast(0.3)))),
                        new Part(
                                new OpenLoop(1_000),
                                5_000,
                                redis -> new AdmitSide(redis, MANY),
                                redis -> new AdmitWhileSeedingSide(
                                        new AdmitSide(redis, MANY), new SeedSide(redis, OTHERS)),
                                runs -> List.of(runs.find(
                                        "R13",
                                        "p99 of " + runs.oursName() + " / idle",
                                        MILLIS,
                                        run -> run.millisAt(P99),
                                        Target.atMost(2))))),
                new GrowthRow());
    }

    private static Row row(String id, String title, Part... parts) {
        return new RedisRow(id, title, List.of(parts));
    }

    private static Side noop(RedisBench redis) {
        return new NoopSide(redis.plain());
    }

    private static Side bucket4j(RedisBench redis, Workload workload, String name, Optimization optimization) {
        return new Bucket4jSide(redis.plain(), workload, name, optimization);
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
