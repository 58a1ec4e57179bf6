package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.gatewayfilter.outage.KnownBalances;
import io.quotaledger.gatewayfilter.outage.OutageRule.Policy;
import io.quotaledger.gatewayfilter.prepay.Hold.HeldLeg;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.schemas.avro.Leg;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * Admits calls that the store cannot decide on, as far as their outage rule goes. They are booked through the log, without stamps: the
 * ledger takes them once, also if the store had admitted them and only its answer was lost, and carries the difference into the store
 * when it is back. Rate limits are not looked at.
 */
final class Bypass {
    private final EventPublisher publisher;
    private final PrepaidEvents events;
    private final KnownBalances balances;
    private final Clock clock;

    Bypass(EventPublisher publisher, PrepaidEvents events, KnownBalances balances, Clock clock) {
        this.publisher = publisher;
        this.events = events;
        this.balances = balances;
        this.clock = clock;
    }

    /**
     * Holds without the store.
     *
     * @param why what is wrong with the store, for the client
     * @throws RefusedException if the rule does not admit the call, or events cannot be kept any more
     */
    Hold hold(PricedCall call, String reservationId, Instant startedAt, List<PathAccount> path, String why) {
        if (call.outage().policy() == Policy.CLOSED) {
            throw Refusals.unavailable(why);
        }
        if (!publisher.hasRoom()) {
            throw Refusals.unavailable(why + " Nor can calls be booked without it: too many events wait for Kafka.");
        }
        var now = clock.instant();
        var legs = path.stream().map(account -> heldLeg(account, now)).toList();
        if (call.outage().policy() == Policy.OPEN) {
            amounts(legs).forEach(balances::add);
        } else if (!balances.admit(amounts(legs), call.outage().sharePercent())) {
            throw Refusals.unavailable(
                    why + " The share of the last known balance that is served meanwhile is used up.");
        }
        send(call, reservationId, legs, now, why);
        return new Hold(call, reservationId, startedAt, legs, List.of(), false, true);
    }

    private void send(PricedCall call, String reservationId, List<HeldLeg> held, Instant now, String why) {
        var legs = held.stream()
                .map(leg -> new Leg(leg.account().toRef(), leg.held(), 0L, null))
                .toList();
        try {
            publisher.send(events.event(call, reservationId, legs, now));
        } catch (RejectedExecutionException e) {
            held.forEach(leg -> balances.add(leg.account(), -leg.held()));
            throw Refusals.unavailable(why);
        }
    }

    private static HeldLeg heldLeg(PathAccount account, Instant now) {
        return account.candidates().stream()
                .filter(candidate -> candidate.isInForce(now.toEpochMilli()))
                .findFirst()
                .map(candidate -> new HeldLeg(candidate, account.amount()))
                .orElseThrow(() -> new IllegalStateException("no period of the path is in force"));
    }

    private static Map<AccountKey, Long> amounts(List<HeldLeg> legs) {
        var amounts = new LinkedHashMap<AccountKey, Long>();
        legs.forEach(leg -> amounts.put(leg.account(), leg.held()));
        return amounts;
    }
}
