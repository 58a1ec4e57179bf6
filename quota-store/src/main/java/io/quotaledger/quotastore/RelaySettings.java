package io.quotaledger.quotastore;

import java.time.Duration;

/**
 * How the relay works.
 *
 * @param minAge age from which an entry is taken to be left behind; default 2 s
 * @param interval pause between rounds that found nothing, each of which reads all outboxes; default 2 s
 * @param batchPerBucket entries read from one outbox at a time; default 64
 * @param longestBackOff longest pause after failures; pauses double from the interval; default 10 s
 * @param lease how long outboxes stay with a relay that was killed; longer than the interval; default 6 s
 */
public record RelaySettings(
        Duration minAge, Duration interval, int batchPerBucket, Duration longestBackOff, Duration lease) {
    /** All defaults. */
    public static final RelaySettings DEFAULTS = new RelaySettings(
            Duration.ofSeconds(2), Duration.ofSeconds(2), 64, Duration.ofSeconds(10), Duration.ofSeconds(6));

    /** With another {@link #minAge}. */
    public RelaySettings withMinAge(Duration age) {
        return new RelaySettings(age, interval, batchPerBucket, longestBackOff, lease);
    }

    /** With another {@link #interval}. */
    public RelaySettings withInterval(Duration pause) {
        return new RelaySettings(minAge, pause, batchPerBucket, longestBackOff, lease);
    }

    /** With another {@link #batchPerBucket}. */
    public RelaySettings withBatchPerBucket(int entries) {
        return new RelaySettings(minAge, interval, entries, longestBackOff, lease);
    }

    /** With another {@link #lease}. */
    public RelaySettings withLease(Duration life) {
        return new RelaySettings(minAge, interval, batchPerBucket, longestBackOff, life);
    }
}
