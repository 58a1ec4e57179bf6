package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Series;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.OpenLoop;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** R11: how long after an event was due its entry can be read by whoever reads committed records only. */
record LatencyRow() implements Row {
    private static final int ACCOUNTS = 1_000;
    private static final OpenLoop STEADY = new OpenLoop(2_000);
    private static final long EVENTS = 20_000;
    /** Booked before, as fast as they can be: a topology that is not compiled yet falls behind, and events wait for those before them. */
    private static final long CALLS_OF_WARM_UP = 60_000;
    /** Numbers of measured calls, so that none has come before. */
    private static final long MEASURED = 1L << 32;

    private static final double P50 = 50;
    private static final double P99 = 99;

    @Override
    public String id() {
        return "R11";
    }

    @Override
    public String title() {
        return "event sent to journal entry readable, open loop, 2,000/s";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var population = Population.of(ACCOUNTS, effort);
        try (var stack = LedgerStack.start();
                var progress = new Progress(stack);
                // As the service's relay of the outbox sends them.
                var log = new LogWriter(stack, population, 0);
                var topology = TopologyReader.start(stack)) {
            log.open();
            log.appendCalls(effort.of(CALLS_OF_WARM_UP));
            progress.awaitRead(topology.group(), topology::requireAlive);
            var results = new ArrayList<LoadResult>();
            try (var watch = EntryWatch.start(stack)) {
                for (int run = 0; run <= effort.rounds(); run++) {
                    results.add(STEADY.run(calls(log, watch, population, run), effort.of(EVENTS)));
                }
            }
            progress.awaitRead(topology.group(), topology::requireAlive);
            CommittedRecords.requireBooked(stack, Topic.JOURNAL.topicName(), log.entries());
            var measured = results.subList(1, results.size());
            return List.of(
                    finding("p50 until an entry is readable", measured, P50, 40),
                    finding("p99 until an entry is readable", measured, P99, 120));
        }
    }

    /** Each call is admitted and then settled, half a millisecond later. */
    private static Operation calls(LogWriter log, EntryWatch watch, Population population, int run) {
        var random = new SplittableRandom(run);
        var org = new int[1];
        return number -> {
            long call = MEASURED + run * EVENTS + number / 2;
            if (number % 2 == 0) {
                org[0] = random.nextInt(population.orgs());
            }
            var event = number % 2 == 0 ? population.prepaid(org[0], call) : population.settled(org[0], call);
            var readable = watch.entryOf(event.getEventId());
            return log.sendBooked(event).thenCombine(readable, (sent, id) -> id);
        };
    }

    private Finding finding(String what, List<LoadResult> runs, double percentile, double atMost) {
        var times = new Series(
                "topology", runs.stream().map(run -> run.millisAt(percentile)).toList());
        return Finding.alone(id(), what, "ms", times, Target.atMost(atMost));
    }
}
