package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.Level;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which journal entries are wanted; null means all.
 *
 * @param level level of an account the entry moved
 * @param scope scope of that account
 * @param meter meter of that account
 * @param from earliest time of the entry's event
 * @param to first time after
 */
public record JournalFilter(
        @Nullable Level level,
        @Nullable String scope,
        @Nullable String meter,
        @Nullable Instant from,
        @Nullable Instant to) {
    /** Everything. */
    public static final JournalFilter ALL = new JournalFilter(null, null, null, null, null);
}
