package io.quotaledger.quickstart.chaos;

import io.quotaledger.quickstart.chaos.CallCheck.Fate;
import io.quotaledger.quickstart.check.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came out of a schedule.
 *
 * @param calls calls made
 * @param outcome what became of them
 * @param traffic what Redis was told
 * @param rested time from the end of the load and the last fault until nothing was under way any more
 * @param equal time from then until Redis was equal to the ledger
 * @param mismatches what is not as it must be
 */
record ChaosResult(
        ChaosSchedule schedule,
        int calls,
        CallCheck outcome,
        StoreTraffic traffic,
        Duration rested,
        Duration equal,
        List<Mismatch> mismatches) {
    private static final double INTERVALS = 2;
    /** An interval is a fifth longer or shorter. */
    private static final double JITTER = 1.2;

    /** The same with what follows from the schedule. */
    ChaosResult judged(Duration interval) {
        var all = new ArrayList<>(mismatches);
        if (equal.toMillis() > INTERVALS * JITTER * interval.toMillis()) {
            all.add(new Mismatch("time", "Redis was equal to the ledger only after " + equal));
        }
        if (!schedule.losesMemory()
                && (traffic.verdicts().containsKey("drifted")
                        || traffic.verdicts().containsKey("rewound"))) {
            all.add(new Mismatch("verdicts", "Redis forgot nothing, and yet: " + traffic.verdicts()));
        }
        if (!schedule.losesMemory() && outcome.settledLate() == 0) {
            all.addAll(outcome.overdrawn());
        }
        return new ChaosResult(schedule, calls, outcome, traffic, rested, equal, all);
    }

    boolean isGood() {
        return mismatches.isEmpty();
    }

    @Override
    public String toString() {
        return "%s | %d calls: %d settled (%d late), %d refunded, %d refused, %d unbooked, expired: %d undelivered, %d with a killed gateway, %d unanswered | seeds %s, updates %s, checkpoints %s | %d accounts overdrawn | at rest after %.1f s, equal after %.1f s"
                .formatted(
                        schedule,
                        calls,
                        outcome.count(Fate.SETTLED),
                        outcome.settledLate(),
                        outcome.count(Fate.REFUNDED),
                        outcome.count(Fate.REFUSED),
                        outcome.count(Fate.UNBOOKED),
                        outcome.count(Fate.EXPIRED),
                        outcome.count(Fate.LOST_WITH_GATEWAY),
                        outcome.count(Fate.HELD_UNANSWERED),
                        words(traffic.seeds()),
                        words(traffic.updates()),
                        words(traffic.verdicts()),
                        outcome.overdrawn().size(),
                        rested.toMillis() / 1_000.0,
                        equal.toMillis() / 1_000.0);
    }

    private static String words(Map<String, Integer> counts) {
        return counts.isEmpty() ? "none" : counts.toString();
    }
}
