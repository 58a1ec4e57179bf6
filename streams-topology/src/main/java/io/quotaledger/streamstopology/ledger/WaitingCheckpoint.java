package io.quotaledger.streamstopology.ledger;

import java.time.Instant;

/**
 * A checkpoint whose events are under way.
 *
 * @param checkpoint what Redis said
 * @param number its place among the checkpoints of the life, by arrival, from 1
 * @param receivedAt when it was appended to the log
 */
public record WaitingCheckpoint(Checkpoint checkpoint, long number, Instant receivedAt) {}
