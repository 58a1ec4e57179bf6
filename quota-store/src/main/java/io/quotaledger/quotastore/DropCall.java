package io.quotaledger.quotastore;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Duration;
import java.util.Optional;

/** The drop script: its call made of an event without figures and of what is expected, its reply made the event to publish. */
final class DropCall {
    /** Longer than an instruction can be under way, and be applied again. */
    private static final Duration LIFE_OF_NOTE = Duration.ofDays(1);

    private final QuotaEvent template;
    private final StoredAccount expected;

    /**
     * Checks the event.
     *
     * @throws IllegalArgumentException if it is none that could be made, or of another account
     */
    DropCall(QuotaEvent template, StoredAccount expected) {
        var dropped = template.getDropped();
        if (dropped == null
                || !AccountKey.of(template.getTenantId(), dropped.getAccount())
                        .equals(expected.balance().key())) {
            throw new IllegalArgumentException(
                    "the event is no Dropped of " + expected.balance().key());
        }
        this.template = template;
        this.expected = expected;
    }

    ScriptCall toScript(String time, byte[] event) {
        var key = expected.balance().key();
        return ScriptCall.of(Script.DROP)
                .key(StoreKeys.account(key))
                .key(StoreKeys.outbox(key.bucket()))
                .arg(time)
                .arg(event)
                .arg(OutboxEntry.pointOf(expected))
                .arg(LIFE_OF_NOTE.toMillis());
    }

    Optional<StoredEvent> read(ScriptReply reply) {
        return switch (reply.text()) {
            case "dropped" -> {
                var entry = OutboxEntry.ofPoint(reply.text(), reply.number(), reply.text());
                yield Optional.of(
                        new StoredEvent(expected.balance().key().bucket(), entry.id(), entry.complete(template)));
            }
            case "changed" -> Optional.empty();
            default -> throw reply.unexpected();
        };
    }
}
