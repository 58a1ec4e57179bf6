package io.quotaledger.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What a load has shown.
 *
 * @param operations how many have ended
 * @param nanos from the first start to the last end
 * @param times of each operation in nanoseconds
 */
public record LoadResult(long operations, long nanos, Histogram times) {
    private static final double NANOS_OF_A_SECOND = 1e9;
    private static final double NANOS_OF_A_MILLI = 1e6;

    /** Operations a second. */
    public double perSecond() {
        return operations * NANOS_OF_A_SECOND / nanos;
    }

    /** Time in milliseconds within which so many per cent of the operations have ended. */
    public double millisAt(double percentile) {
        return times.getValueAtPercentile(percentile) / NANOS_OF_A_MILLI;
    }
}
