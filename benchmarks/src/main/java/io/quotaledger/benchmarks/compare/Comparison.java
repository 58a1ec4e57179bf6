package io.quotaledger.benchmarks.compare;

import io.quotaledger.benchmarks.load.Load;
import io.quotaledger.benchmarks.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Two sides under the same load, in turns: each round runs the reference, ours, the reference and ours. The first and the second runs of
 * the reference should agree; where their medians differ by more than a quarter, something else was at work, and the run is refused.
 *
 * @param reference A
 * @param ours B
 * @param load the same for both
 * @param operations of a run of one side, and of its warm-up, at full effort
 */
public record Comparison(Side reference, Side ours, Load load, long operations) {
    private static final double MOST_APART = 0.25;

    /** The runs of both sides, in order. */
    public record Runs(String referenceName, List<LoadResult> reference, String oursName, List<LoadResult> ours) {
        /** One figure of each run held against the other side's. */
        public Finding find(String row, String what, String unit, ToDoubleFunction<LoadResult> figure, Target target) {
            var a = new Series(
                    referenceName,
                    reference.stream().mapToDouble(figure).boxed().toList());
            var b = new Series(
                    oursName, ours.stream().mapToDouble(figure).boxed().toList());
            return new Finding(row, what, unit, b, a, b.median() / a.median(), target, doubt(a));
        }
    }

    /** Warms both sides up and measures them. */
    public Runs run(Effort effort) {
        long count = effort.of(operations);
        var a = new ArrayList<LoadResult>();
        var b = new ArrayList<LoadResult>();
        run(reference, count);
        run(ours, count);
        for (int turn = 0; turn < 2 * effort.rounds(); turn++) {
            a.add(run(reference, count));
            b.add(run(ours, count));
        }
        return new Runs(reference.name(), a, ours.name(), b);
    }

    private LoadResult run(Side side, long count) {
        side.reset();
        var result = load.run(side.operation(), count);
        side.end();
        return result;
    }

    private static Optional<String> doubt(Series a) {
        double first = a.half(0).median();
        double second = a.half(1).median();
        double apart = Math.abs(first - second) / Math.min(first, second);
        return apart <= MOST_APART
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s was %.4g in its first runs and %.4g in its second ones, %.0f %% apart",
                        a.name(),
                        first,
                        second,
                        100 * apart));
    }
}
