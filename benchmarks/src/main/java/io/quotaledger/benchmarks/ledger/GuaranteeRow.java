package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.schemas.Topic;
import java.util.List;

/** R10: what it costs that every event is booked exactly once. */
record GuaranteeRow() implements Row {
    private static final int ACCOUNTS = 1_000;
    private static final long CALLS = 15_000;

    @Override
    public String id() {
        return "R10";
    }

    @Override
    public String title() {
        return "journal entries exactly once against at least once, the same topology, 1,000 accounts";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        try (var stack = LedgerStack.start();
                var progress = new Progress(stack);
                var log = new LogWriter(stack, Population.of(ACCOUNTS, effort), 5);
                var atLeastOnce = TopologyReader.startAtLeastOnce(stack);
                var exactlyOnce = TopologyReader.start(stack)) {
            var runs = new Turns(progress, log, atLeastOnce, exactlyOnce).run(effort, CALLS);
            CommittedRecords.requireBooked(stack, Topic.JOURNAL.topicName(), 2 * log.entries());
            return List.of(runs.find(
                    id(), "exactly once / at least once", "entries/s", LoadResult::perSecond, Target.atLeast(0.95)));
        }
    }
}
