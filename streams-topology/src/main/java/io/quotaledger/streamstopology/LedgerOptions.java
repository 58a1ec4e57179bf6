package io.quotaledger.streamstopology;

import java.time.Duration;

/**
 * Settings of the ledger topology.
 *
 * @param retention how long closed reservations and answers to commands are remembered, at least a day; events older than
 *     that about something unknown become dead letters
 * @param timerInterval time between two looks at what is due, at least 1 ms
 * @param timerBatch most timer events written, or closed reservations forgotten, at one look, at least 1
 * @param timerRepeat after how long a timer event that had no effect yet is written again, at least 1 ms
 * @param checkpointGrace how long a checkpoint waits for the events that Redis had counted, at least 1 ms; the ledger of a
 *     log depends on it, so it is the same for all who fold it
 */
public record LedgerOptions(
        Duration retention, Duration timerInterval, int timerBatch, Duration timerRepeat, Duration checkpointGrace) {
    public LedgerOptions {
        if (retention.toDays() < 1
                || timerInterval.toMillis() < 1
                || timerBatch < 1
                || timerRepeat.toMillis() < 1
                || checkpointGrace.toMillis() < 1) {
            throw new IllegalArgumentException("out of range: " + retention + " " + timerInterval + " " + timerBatch
                    + " " + timerRepeat + " " + checkpointGrace);
        }
    }

    /** 30 days, every 500 ms, 1,000 at once, again after 10 minutes; 30 s. */
    public static LedgerOptions defaults() {
        return new LedgerOptions(
                Duration.ofDays(30), Duration.ofMillis(500), 1_000, Duration.ofMinutes(10), Duration.ofSeconds(30));
    }
}
