package io.quotaledger.benchmarks.report;

import java.util.Locale;

/** Numbers as a person reads them. */
final class Numbers {
    private static final double WHOLE_FROM = 1_000;

    private Numbers() {}

    /** Three digits, or whole with separators from 1,000 on; a dash where there is none. */
    static String text(double number) {
        if (Double.isNaN(number)) {
            return "-";
        }
        if (Math.abs(number) >= WHOLE_FROM) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        int digits = number == 0 ? 0 : Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(number))));
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }
}
