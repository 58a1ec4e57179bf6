package io.quotaledger.quotastore;

import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.util.List;

/** The settle and refund scripts: their call made of a closing, their reply made a {@link CloseResult}. */
final class CloseCall {
    private final Closing closing;
    private final Script script;
    private final String reservationId;
    private final List<Leg> legs;

    /**
     * Checks the closing.
     *
     * @throws IllegalArgumentException if it is none that could be made
     */
    CloseCall(Closing closing) {
        this.closing = closing;
        var event = closing.event();
        var settled = event.getSettled();
        var refunded = event.getRefunded();
        if (settled != null) {
            this.script = Script.SETTLE;
            this.reservationId = settled.getReservationId();
            this.legs = settled.getLegs();
        } else if (refunded != null) {
            this.script = Script.REFUND;
            this.reservationId = refunded.getReservationId();
            this.legs = refunded.getLegs();
        } else {
            throw new IllegalArgumentException("the event is neither Settled nor Refunded");
        }
        requireAccounts(event);
    }

    ScriptCall toScript(String time, long receiptMillis, byte[] event) {
        var tenantId = closing.event().getTenantId();
        var call = ScriptCall.of(script)
                .key(StoreKeys.receipt(tenantId, reservationId))
                .key(StoreKeys.outbox(StoreKeys.bucket(tenantId)))
                .arg(time)
                .arg(event)
                .arg(receiptMillis);
        for (int i = 0; i < legs.size(); i++) {
            call.key(StoreKeys.account(closing.accounts().get(i)))
                    .arg(legs.get(i).getHeld());
            if (script == Script.SETTLE) {
                call.arg(legs.get(i).getConsumed());
            }
        }
        return call;
    }

    CloseResult read(ScriptReply reply) {
        return switch (reply.text()) {
            case "closed" -> {
                var entry = OutboxEntry.ofLegs(reply.text(), reply.number(), reply.text(), false);
                var event = entry.complete(closing.event());
                var bucket = StoreKeys.bucket(event.getTenantId());
                yield new CloseResult.Closed(new StoredEvent(bucket, entry.id(), event), reply.flag());
            }
            case "already_closed" -> new CloseResult.AlreadyClosed(ReservationState.valueOf(reply.text()));
            case "other_holds" ->
                throw new IllegalArgumentException(
                        "reservation " + reservationId + " holds other accounts or amounts: " + reply.text());
            case "out_of_range" -> throw new AmountOutOfRangeException(reply.text());
            default -> throw reply.unexpected();
        };
    }

    private void requireAccounts(QuotaEvent event) {
        var accounts = closing.accounts();
        if (accounts.isEmpty() || accounts.size() != legs.size()) {
            throw new IllegalArgumentException("the event's legs are not those of the accounts");
        }
        if (accounts.stream().distinct().count() != accounts.size()) {
            throw new IllegalArgumentException("an account is named twice");
        }
        for (int i = 0; i < legs.size(); i++) {
            var leg = legs.get(i);
            Amounts.require("held", leg.getHeld());
            Amounts.require("consumed", leg.getConsumed());
            var key = accounts.get(i);
            if (!key.tenantId().equals(event.getTenantId()) || !key.isSameLine(leg.getAccount())) {
                throw new IllegalArgumentException("a leg names another account than the closing");
            }
        }
    }
}
