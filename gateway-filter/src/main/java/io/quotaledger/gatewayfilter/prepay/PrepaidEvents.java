package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Builds the event that opens a reservation; each call gives one with a new event id. */
final class PrepaidEvents {
    private final String source;

    PrepaidEvents(String source) {
        this.source = source;
    }

    /**
     * The event, without stamps.
     *
     * @param time time of the event: the epoch for the store to fill in, else the gateway's
     */
    QuotaEvent event(PricedCall call, String reservationId, List<Leg> legs, Instant time) {
        long holdMillis = call.caller().plan().getHoldMillis();
        return QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(call.caller().tenantId())
                .setTime(time)
                .setSource(source)
                .setTraceParent(call.traceParent())
                .setPrepaid(new Prepaid(reservationId, legs, holdMillis, false, call.call()))
                .build();
    }
}
