package io.quotaledger.streamstopology.ledger;

import java.time.Instant;

/**
 * One event of the log.
 *
 * @param eventId id of the execution; one id applied twice changes nothing
 * @param tenantId the tenant
 * @param time when it happened, by the clock of its maker
 * @param digest digest of the payload, to tell a repeat from another content under the same id
 * @param payload what it says
 */
public record Event(String eventId, String tenantId, Instant time, String digest, Payload payload) {}
