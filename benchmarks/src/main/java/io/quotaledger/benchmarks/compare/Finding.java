package io.quotaledger.benchmarks.compare;

import java.util.List;
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
    /** Figures of ours that are held against nothing but a target; their median is the value. */
    public static Finding alone(String row, String what, String unit, Series ours, Target target) {
        return new Finding(row, what, unit, ours, new Series("", List.of()), ours.median(), target, Optional.empty());
    }

    /** In one word; none for what is printed only. */
    public String verdict() {
        if (doubt.isPresent()) {
            return "refused";
        }
        if (target.isNone()) {
            return "";
        }
        return target.isMetBy(value) ? "met" : "missed";
    }
}
