package io.quotaledger.gatewayfilter.settle;

import io.quotaledger.gatewayfilter.prepay.Hold;
import io.quotaledger.gatewayfilter.prepay.Hold.HeldLeg;
import io.quotaledger.gatewayfilter.pricing.Tariff;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Settled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Builds the event that closes a reservation; each call gives one with a new event id. */
final class ClosingEvents {
    private final String source;

    ClosingEvents(String source) {
        this.source = source;
    }

    /**
     * The event, without stamps.
     *
     * @param time time of the event: the epoch for the store to fill in, else the gateway's
     */
    QuotaEvent event(Hold hold, Ending ending, Instant endedAt, Instant time) {
        var event = QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(hold.call().caller().tenantId())
                .setTime(time)
                .setSource(source)
                .setTraceParent(hold.call().traceParent());
        if (ending instanceof Ending.Settle settle) {
            event.setSettled(settled(hold, settle, endedAt));
        } else if (ending instanceof Ending.Refund refund) {
            event.setRefunded(new Refunded(
                    hold.reservationId(),
                    legs(hold, List.of()),
                    refund.reason(),
                    refund.upstreamStatus(),
                    hold.call().call()));
        }
        return event.build();
    }

    private static Settled settled(Hold hold, Ending.Settle ending, Instant endedAt) {
        return new Settled(
                hold.reservationId(),
                legs(hold, charges(hold, ending)),
                ending.provenance(),
                ending.usage(),
                ending.responseModel(),
                ending.upstreamStatus(),
                hold.startedAt(),
                endedAt,
                hold.call().call());
    }

    private static List<Leg> legs(Hold hold, List<Long> charges) {
        var legs = new ArrayList<Leg>();
        for (int i = 0; i < hold.legs().size(); i++) {
            var leg = hold.legs().get(i);
            legs.add(new Leg(leg.account().toRef(), leg.held(), charges.isEmpty() ? 0L : charges.get(i), null));
        }
        return legs;
    }

    private static List<Long> charges(Hold hold, Ending.Settle ending) {
        return hold.legs().stream().map(leg -> charge(hold, leg, ending)).toList();
    }

    /** What was reported is charged in full; an estimate is at least 1 and at most the hold. */
    private static long charge(Hold hold, HeldLeg leg, Ending.Settle ending) {
        Tariff tariff = hold.call().tariff();
        try {
            long charge = tariff.charge(leg.account().meter(), ending.usage());
            return ending.provenance() == Provenance.ESTIMATED ? Math.min(leg.held(), Math.max(1, charge)) : charge;
        } catch (ArithmeticException e) {
            // No account can book that much; the most that is known to be good is what was held.
            return leg.held();
        }
    }
}
