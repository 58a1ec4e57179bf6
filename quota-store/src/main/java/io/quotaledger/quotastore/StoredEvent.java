package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;

/**
 * An event that a script appended to the outbox, complete with time, periods and stamps.
 *
 * @param bucket bucket of the tenant
 * @param outboxId id of its entry in the outbox stream
 * @param event the event as it is to be published
 */
public record StoredEvent(int bucket, String outboxId, QuotaEvent event) {}
