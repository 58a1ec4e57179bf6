package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.load.LoadResult;
import java.util.ArrayList;

/**
 * Two readers of one log in turns: events are appended, the reference reads them, ours reads the same; so often that each round is A B A B.
 * The one that does not read stands still meanwhile.
 */
final class Turns {
    /** So many runs of each side before those that count: the compiler needs more than one for the topology. */
    private static final int WARM_UPS = 2;

    private final Progress progress;
    private final LogWriter log;
    private final LogReader reference;
    private final LogReader ours;

    Turns(Progress progress, LogWriter log, LogReader reference, LogReader ours) {
        this.progress = progress;
        this.log = log;
        this.reference = reference;
        this.ours = ours;
    }

    /**
     * Warms both sides up and measures them.
     *
     * @param calls of a run at full effort; two events each
     */
    Runs run(Effort effort, long calls) {
        long count = effort.of(calls);
        reference.pause();
        ours.pause();
        log.open();
        progress.read(reference);
        progress.read(ours);
        var a = new ArrayList<LoadResult>();
        var b = new ArrayList<LoadResult>();
        for (int turn = 0; turn < WARM_UPS + 2 * effort.rounds(); turn++) {
            if (turn == WARM_UPS) {
                a.clear();
                b.clear();
            }
            log.appendCalls(count);
            a.add(progress.read(reference));
            b.add(progress.read(ours));
        }
        return new Runs(reference.name(), a, ours.name(), b);
    }
}
