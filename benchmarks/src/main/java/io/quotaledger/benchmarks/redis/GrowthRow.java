package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Comparison;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.Operation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a call costs when there are ten times as many accounts, each number of them in a Redis of its own. */
final class GrowthRow implements Row {
    private static final List<Integer> ORGS = List.of(333, 3_333, 33_333);
    private static final int LEVELS = 3;
    private static final long OPERATIONS = 20_000;
    private static final ClosedLoop IN_FLIGHT = new ClosedLoop(64);
    private static final double MICROS_OF_A_SECOND = 1e6;
    private static final Target TARGET = Target.atMost(1.3);

    @Override
    public String id() {
        return "R14";
    }

    @Override
    public String title() {
        return "time a call of admit with ten times as many accounts, 64 in flight";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        return Stream.of(1, 2).map(decade -> decade(decade, effort)).toList();
    }

    private Finding decade(int decade, Effort effort) {
        try (var fewer = RedisBench.start();
                var more = RedisBench.start()) {
            var runs = new Comparison(
                            side(fewer, ORGS.get(decade - 1)), side(more, ORGS.get(decade)), IN_FLIGHT, OPERATIONS)
                    .run(effort);
            return runs.find(
                    id(), runs.oursName() + " / " + runs.referenceName(), "µs", GrowthRow::microsOfACall, TARGET);
        }
    }

    private static Side side(RedisBench redis, int orgs) {
        return new Standing(
                new AdmitSide(redis, new Workload(orgs, Workload.PLENTY)),
                String.format(Locale.ROOT, "admit, %,d accounts", LEVELS * orgs));
    }

    private static double microsOfACall(LoadResult run) {
        return MICROS_OF_A_SECOND / run.perSecond();
    }

    /** A side whose data stays over all runs. */
    private static final class Standing implements Side {
        private final Side side;
        private final String name;
        private boolean isThere;

        Standing(Side side, String name) {
            this.side = side;
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void reset() {
            if (!isThere) {
                side.reset();
                isThere = true;
            }
        }

        @Override
        public Operation operation() {
            return side.operation();
        }

        @Override
        public void end() {
            side.end();
        }
    }
}
