package io.quotaledger.benchmarks.gateway;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Chooses among n things so that the k-th is chosen 1/k^exponent as often as the first. */
final class PowerLaw {
    private final double[] cumulative;

    PowerLaw(int n, double exponent) {
        cumulative = new double[n];
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += Math.pow(k + 1.0, -exponent);
            cumulative[k] = sum;
        }
    }

    /** Number of the one that is chosen, from 0. */
    int next(RandomGenerator random) {
        int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
        return Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found + 1);
    }

    /** How much of all choices falls on the first ones, from 0 to 1. */
    double shareOfFirst(int count) {
        return cumulative[count - 1] / cumulative[cumulative.length - 1];
    }
}
