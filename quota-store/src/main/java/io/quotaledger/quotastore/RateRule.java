package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.Level;

/**
 * A rate limit that an admission must pass: {@code permits} calls in {@code windowMillis}, by GCRA (the generic cell rate
 * algorithm, ITU-T I.371), with the whole window as burst.
 *
 * @param level level it is for
 * @param scope scope it is for
 * @param permits calls in a window, at least 1
 * @param windowMillis window, at least 1
 */
public record RateRule(Level level, String scope, long permits, long windowMillis) {}
