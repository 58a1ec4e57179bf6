package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.Optional;

/** The checkpoint script: its call made of an event without figures, its reply made the event to publish. */
final class CheckpointCall {
    private final QuotaEvent template;
    private final int bucket;
    private final String account;

    /**
     * Checks the event.
     *
     * @throws IllegalArgumentException if it is none that could be made
     */
    CheckpointCall(QuotaEvent template) {
        var checkpointed = template.getCheckpointed();
        if (checkpointed == null) {
            throw new IllegalArgumentException("the event is no Checkpointed");
        }
        this.template = template;
        this.bucket = StoreKeys.bucket(template.getTenantId());
        this.account = StoreKeys.account(AccountKey.of(template.getTenantId(), checkpointed.getAccount()));
    }

    ScriptCall toScript(String time, byte[] event) {
        return ScriptCall.of(Script.CHECKPOINT)
                .key(account)
                .key(StoreKeys.outbox(bucket))
                .arg(time)
                .arg(event);
    }

    Optional<StoredEvent> read(ScriptReply reply) {
        return switch (reply.text()) {
            case "checkpointed" -> {
                var entry = OutboxEntry.ofPoint(reply.text(), reply.number(), reply.text());
                yield Optional.of(new StoredEvent(bucket, entry.id(), entry.complete(template)));
            }
            case "absent" -> Optional.empty();
            default -> throw reply.unexpected();
        };
    }
}
