package io.quotaledger.benchmarks.compare;

import java.util.Optional;

/**
 * One line of the table.
 *
 * @param row id of the row it belongs to
 * @param what is divided by what
 * @param unit of both sides
 * @param ours our figures
 * @param reference those of the other side
 * @param value ours over the reference, by the medians
 * @param target what it is to reach
 * @param doubt why the run cannot be trusted, if it cannot
 */
public record Finding(
        String row,
        String what,
        String unit,
        Series ours,
        Series reference,
        double value,
        Target target,
        Optional<String> doubt) {
    /** In one word. */
    public String verdict() {
        if (doubt.isPresent()) {
            return "refused";
        }
        return target.isMetBy(value) ? "met" : "missed";
    }
}
