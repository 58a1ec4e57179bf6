package io.quotaledger.streamstopology.ledger;

import java.time.Instant;

/**
 * What Redis said of an account at a marked point.
 *
 * @param eventId event id
 * @param time when it was taken, Redis clock
 * @param epoch life of the key
 * @param generation the generation that it ends; what is stamped later is not in the figures
 * @param executions executions of scripts in this life so far
 * @param updateNumber last update applied in this life, 0 if none
 * @param figures what the account held
 */
public record Checkpoint(
        String eventId,
        Instant time,
        long epoch,
        long generation,
        long executions,
        long updateNumber,
        StoreFigures figures) {}
