package io.quotaledger.quotastore;

import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Level;

/**
 * A rate limit that an admission must pass: {@code permits} calls in {@code windowMillis}, by GCRA (the generic cell
 * rate algorithm, ITU-T I.371), with the whole window as burst.
 *
 * @param level level it is for
 * @param scope scope it is for
 * @param permits calls in a window, at least 1
 * @param windowMillis window, at least 1
 */
public record RateRule(Level level, String scope, long permits, long windowMillis) {
    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the scope is none, a number is below 1, or permits times window is beyond
     *     2^53 - 1, so that the script could not count exactly
     */
    public RateRule {
        AccountKey.requireScope(scope);
        if (permits < 1 || windowMillis < 1 || permits >= Amounts.MAX / windowMillis) {
            throw new IllegalArgumentException("no rate limit: " + permits + " in " + windowMillis + " ms");
        }
    }
}
