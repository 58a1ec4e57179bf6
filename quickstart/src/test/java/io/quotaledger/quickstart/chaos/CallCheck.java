package io.quotaledger.quickstart.chaos;

import io.quotaledger.quickstart.check.Account;
import io.quotaledger.quickstart.check.Figures;
import io.quotaledger.quickstart.check.Mismatch;
import io.quotaledger.quickstart.model.Deliveries;
import io.quotaledger.quickstart.model.Delivery;
import io.quotaledger.quickstart.opening.Charges;
import io.quotaledger.quickstart.workload.CallResult;
import io.quotaledger.quickstart.workload.PlannedCall;
import io.quotaledger.schemas.avro.AccountMovement;
import io.quotaledger.schemas.avro.Bucket;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Provenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the journal against what the model server delivered, call by call.
 *
 * <p>A call that was under way in a gateway when that was killed may expire instead of being settled or refunded: what the gateway knew
 * went with it. A call that was refused because Redis did not answer may have a hold, which expires. Any other call must be booked
 * once, at exactly what was delivered.
 */
final class CallCheck {
    /** A settlement is in Kafka so long after the end of the answer, unless the gateway is killed. */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(2);

    private static final String STORE_UNAVAILABLE = "store-unavailable";

    /** What became of calls. */
    enum Fate {
        SETTLED,
        REFUNDED,
        REFUSED,
        /** Never came to the gateway, or had nothing held when it died. */
        UNBOOKED,
        /** Nothing was delivered, and the hold has expired. */
        EXPIRED,
        /** Something was delivered, and the gateway that knew it was killed. */
        LOST_WITH_GATEWAY,
        /** Refused, but held until it expired: Redis had carried the prepay out and not answered. */
        HELD_UNANSWERED
    }

    private final Map<String, List<Booked>> bookedByTrace;
    private final Deliveries deliveries;
    private final List<Long> gatewayKills;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
    private final Map<Account, Long> charged = new TreeMap<>();
    private final List<Mismatch> overdrawn = new ArrayList<>();
    private int settledLate;

    CallCheck(Map<String, List<Booked>> bookedByTrace, Deliveries deliveries, List<Long> gatewayKills) {
        this.bookedByTrace = bookedByTrace;
        this.deliveries = deliveries;
        this.gatewayKills = List.copyOf(gatewayKills);
    }

    /** Checks all calls, and that nothing but them was charged. */
    CallCheck check(List<Load.Timed> calls, Map<Account, Figures> ledger) {
        calls.forEach(this::check);
        var traces =
                calls.stream().map(timed -> timed.result().call().traceParent()).collect(Collectors.toSet());
        bookedByTrace.keySet().stream()
                .filter(trace -> !traces.contains(trace))
                .forEach(trace -> mismatches.add(new Mismatch("trace " + trace, "no such call was made")));
        ledger.forEach((account, figures) -> {
            if (figures.granted() > 0 && figures.available() < 0) {
                overdrawn.add(new Mismatch(account.toString(), "overdrawn: " + figures));
            }
            long expected = charged.getOrDefault(account, 0L);
            if (figures.consumed() != expected) {
                mismatches.add(new Mismatch(
                        account.toString(),
                        "the ledger has %d consumed, its calls were charged %d"
                                .formatted(figures.consumed(), expected)));
            }
        });
        return this;
    }

    List<Mismatch> mismatches() {
        return List.copyOf(mismatches);
    }

    /** Accounts that have given more than they had, but for those that only count and have nothing. */
    List<Mismatch> overdrawn() {
        return List.copyOf(overdrawn);
    }

    /** Settlements of holds that had expired: what they had held may have been held again meanwhile. */
    int settledLate() {
        return settledLate;
    }

    int count(Fate fate) {
        return fates.getOrDefault(fate, 0);
    }

    private void check(Load.Timed timed) {
        var call = timed.result().call();
        var booked = bookedByTrace.getOrDefault(call.traceParent(), List.of());
        if (booked.size() > 1) {
            fail(timed, booked, booked.size() + " reservations");
        } else {
            var fate = fate(timed, booked.isEmpty() ? null : booked.get(0));
            if (fate == null) {
                fail(timed, booked, "not as it must be");
            } else {
                fates.merge(fate, 1, Integer::sum);
            }
        }
    }

    /** What became of a call; null if that must not be. */
    private @Nullable Fate fate(Load.Timed timed, @Nullable Booked booked) {
        var result = timed.result();
        var delivery = deliveries.of(result.call().callId());
        var somethingDelivered = delivery != null && delivery.deliveredSomething();
        int settled = count(booked, EntryKind.SETTLED) + count(booked, EntryKind.SETTLED_LATE);
        int refunded = count(booked, EntryKind.REFUNDED);
        int expired = count(booked, EntryKind.RESERVATION_EXPIRED);
        int prepaid = count(booked, EntryKind.PREPAID);
        if (settled + refunded > 1
                || expired > 1
                || prepaid > 1
                || (prepaid == 1 && settled + refunded + expired == 0)
                || (expired == 1 && (count(booked, EntryKind.SETTLED) > 0 || refunded > 0))
                || (result.isRefused() && delivery != null)) {
            return null;
        }
        settledLate += count(booked, EntryKind.SETTLED_LATE);
        if (settled == 1) {
            return delivery != null && isChargedAs(result.call(), delivery, settlement(booked)) ? Fate.SETTLED : null;
        }
        if (somethingDelivered) {
            return wasUnderWayAtKill(timed) ? Fate.LOST_WITH_GATEWAY : null;
        }
        if (refunded == 1) {
            return result.isRefused() ? null : Fate.REFUNDED;
        }
        if (expired == 1) {
            if (result.isRefused()) {
                return result.reason().equals(STORE_UNAVAILABLE) ? Fate.HELD_UNANSWERED : null;
            }
            return (booked != null && booked.closedByGateway()) || wasUnderWayAtKill(timed) ? Fate.EXPIRED : null;
        }
        if (result.isRefused()) {
            return Fate.REFUSED;
        }
        var neverCame = result.kind() == CallResult.Kind.BROKEN && delivery == null;
        return neverCame || (booked != null && booked.closedByGateway()) || wasUnderWayAtKill(timed)
                ? Fate.UNBOOKED
                : null;
    }

    private boolean wasUnderWayAtKill(Load.Timed timed) {
        return gatewayKills.stream()
                .anyMatch(kill -> timed.started() < kill && timed.ended() > kill - SETTLED_WITHIN.toNanos());
    }

    private boolean isChargedAs(PlannedCall call, Delivery delivery, JournalEntry settlement) {
        var usage = delivery.usage();
        var isGood = usage == null
                ? settlement.getProvenance() == Provenance.ESTIMATED && delivery.deliveredSomething()
                : settlement.getProvenance() != Provenance.ESTIMATED;
        for (var movement : settlement.getMovements()) {
            long amount = -leaving(movement, Bucket.CONSUMED);
            if (usage == null) {
                long held = leaving(movement, Bucket.RESERVED);
                isGood &= amount >= 1 && (held == 0 || amount <= held);
            } else {
                isGood &= amount == Charges.of(movement.getAccount().getMeter(), call.model(), usage);
            }
            charged.merge(Account.of(call.caller().tenantId(), movement.getAccount()), amount, Long::sum);
        }
        var levels = settlement.getMovements().stream()
                .map(movement -> movement.getAccount().getLevel())
                .collect(Collectors.toSet());
        return isGood && levels.equals(Set.of(Level.ORG, Level.APP, Level.KEY));
    }

    private static long leaving(AccountMovement movement, Bucket bucket) {
        return movement.getPostings().stream()
                .mapToLong(posting -> posting.getFrom() == bucket
                        ? posting.getAmount()
                        : posting.getTo() == bucket ? -posting.getAmount() : 0)
                .sum();
    }

    private static int count(@Nullable Booked booked, EntryKind kind) {
        return booked == null
                ? 0
                : (int) booked.entries().stream()
                        .filter(entry -> entry.getKind() == kind)
                        .count();
    }

    private static JournalEntry settlement(@Nullable Booked booked) {
        return booked == null
                ? new JournalEntry()
                : booked.entries().stream()
                        .filter(entry ->
                                entry.getKind() == EntryKind.SETTLED || entry.getKind() == EntryKind.SETTLED_LATE)
                        .findFirst()
                        .orElseThrow();
    }

    private void fail(Load.Timed timed, List<Booked> booked, String what) {
        var result = timed.result();
        mismatches.add(new Mismatch(
                "call " + result.call().callId() + " of " + result.call().caller(),
                "%s: client saw %s %d %s; script %s; delivered %s; booked %s"
                        .formatted(
                                what,
                                result.kind(),
                                result.status(),
                                result.reason(),
                                result.call().script(),
                                deliveries.of(result.call().callId()),
                                booked)));
    }
}
