package io.quotaledger.quickstart.workload;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Chooses among n things so that the k-th is chosen about 1/k as often as the first. */
final class PowerLaw {
    private final double[] cumulative;

    PowerLaw(int n) {
        cumulative = new double[n];
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += 1.0 / (k + 1);
            cumulative[k] = sum;
        }
    }

    int next(RandomGenerator random) {
        int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
        return Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found + 1);
    }
}
