package io.quotaledger.quickstart.chaos;

import java.time.Duration;

/**
 * One fault of a schedule.
 *
 * @param kind what goes wrong
 * @param pause time between the end of the fault before, or the begin of the schedule, and this one
 * @param length how long it lasts; what was killed takes the time of its start in addition
 * @param size how much of it, where that says something: milliseconds, bytes, or every how many answers
 */
record Fault(FaultKind kind, Duration pause, Duration length, long size) {
    @Override
    public String toString() {
        var text = new StringBuilder("+%.1f s ".formatted(seconds(pause))).append(kind.words());
        switch (kind) {
            case LINK_DELAYED -> text.append(" by ").append(size).append(" ms");
            case LINK_CUT -> text.append(" at each ").append(size).append("th answer");
            case APPEND_ONLY_FILE_CUT -> text.append(" by ").append(size).append(" bytes");
            default -> {}
        }
        if (!length.isZero()) {
            text.append(" for %.1f s".formatted(seconds(length)));
        }
        return text.toString();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
