package io.quotaledger.benchmarks.compare;

import java.math.BigDecimal;

/**
 * What a figure is to reach.
 *
 * @param bound the least value, or the greatest
 * @param isLeast whether more is better
 */
public record Target(double bound, boolean isLeast) {
    /** At least so much. */
    public static Target atLeast(double bound) {
        return new Target(bound, true);
    }

    /** At most so much. */
    public static Target atMost(double bound) {
        return new Target(bound, false);
    }

    /** Nothing: the value is printed. */
    public static Target none() {
        return new Target(Double.NaN, true);
    }

    /** Whether there is nothing to reach. */
    boolean isNone() {
        return Double.isNaN(bound);
    }

    /** Whether the value reaches it. */
    public boolean isMetBy(double value) {
        return isLeast ? value >= bound : value <= bound;
    }

    @Override
    public String toString() {
        if (isNone()) {
            return "";
        }
        return (isLeast ? "≥ " : "≤ ")
                + BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
}
