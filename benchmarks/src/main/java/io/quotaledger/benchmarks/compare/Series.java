package io.quotaledger.benchmarks.compare;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Figures of one side, one a run.
 *
 * @param name of the side
 * @param values in the order of the runs; none where there is no such side
 */
public record Series(String name, List<Double> values) {
    /** Keeps a copy. */
    public Series {
        values = List.copyOf(values);
    }

    /** The middle one, or the mean of the middle two; not a number if there is none. */
    public double median() {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Every second value. */
    Series half(int first) {
        return new Series(
                name,
                IntStream.range(0, values.size())
                        .filter(i -> i % 2 == first)
                        .mapToObj(values::get)
                        .toList());
    }
}
