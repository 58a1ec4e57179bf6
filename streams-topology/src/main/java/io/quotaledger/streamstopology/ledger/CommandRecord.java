package io.quotaledger.streamstopology.ledger;

import java.time.Instant;

/**
 * What the fold answered to a command or seed request, kept to answer a repeat.
 *
 * @param digest digest of its content
 * @param outcome the answer
 * @param keptSince append time
 */
public record CommandRecord(String eventId, String digest, Outcome outcome, Instant keptSince) {}
