package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots are wanted; null means all.
 *
 * @param verdict what they told
 * @param from earliest time at which the checkpoint was taken
 * @param to first time after
 */
public record SnapshotFilter(
        @Nullable Verdict verdict,
        @Nullable Instant from,
        @Nullable Instant to) {
    boolean includes(boolean matched) {
        return verdict == null || matched == (verdict == Verdict.MATCHED);
    }
}
