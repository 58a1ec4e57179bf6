package io.quotaledger.quickstart.check;

import io.quotaledger.quickstart.check.Closing.Kind;
import io.quotaledger.quickstart.model.Deliveries;
import io.quotaledger.quickstart.workload.CallResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares, for every account of the run's tenants, the ledger with Redis and with what the model server says it delivered, and counts
 * the terminal events of every request.
 */
public final class SelfCheck {
    private final LedgerView ledger;
    private final RedisView redis;
    private final EventReader events;
    private final Set<String> tenants;

    /** Over three independent views. */
    public SelfCheck(LedgerView ledger, RedisView redis, EventReader events, Set<String> tenants) {
        this.ledger = ledger;
        this.redis = redis;
        this.events = events;
        this.tenants = Set.copyOf(tenants);
    }

    /** Accounts in which ledger and Redis differ, or in which something is reserved. */
    public List<Mismatch> storeDifferences() {
        var mismatches = new ArrayList<Mismatch>();
        compareStores(inLedger(), inRedis(), mismatches);
        return mismatches;
    }

    /** What an auditor of the journal would object to. */
    public List<Mismatch> journalFaults() {
        return events.journal().faults();
    }

    /**
     * Checks once.
     *
     * @param results all calls of the run
     * @param deliveries the model server's books; null: there are none, and nothing is compared with them
     */
    public Verdict check(List<CallResult> results, @Nullable Deliveries deliveries) {
        var inLedger = inLedger();
        var inRedis = inRedis();
        var closings = events.reservations().allClosings();
        var mismatches = new ArrayList<Mismatch>(events.reservations().unbalanced());
        mismatches.addAll(journalFaults());
        compareStores(inLedger, inRedis, mismatches);
        checkEstimates(closings, mismatches);
        if (deliveries != null) {
            compareDeliveries(results, deliveries, inLedger, closings, mismatches);
        }
        return verdict(results, closings, inLedger, inRedis, mismatches);
    }

    private Map<Account, Figures> inLedger() {
        var accounts = new TreeMap<Account, Figures>();
        tenants.forEach(tenant -> accounts.putAll(ledger.balances(tenant)));
        return accounts;
    }

    private Map<Account, Figures> inRedis() {
        var accounts = new TreeMap<>(redis.balances());
        accounts.keySet().removeIf(account -> !tenants.contains(account.tenantId()));
        return accounts;
    }

    private static void compareStores(
            Map<Account, Figures> inLedger, Map<Account, Figures> inRedis, List<Mismatch> mismatches) {
        var all = new HashSet<>(inLedger.keySet());
        all.addAll(inRedis.keySet());
        for (var account : all.stream().sorted().toList()) {
            var ledgers = inLedger.get(account);
            var stores = inRedis.get(account);
            if (ledgers == null) {
                mismatches.add(new Mismatch(account.toString(), "in Redis with " + stores + ", not in the ledger"));
            } else if (ledgers.reserved() != 0) {
                mismatches.add(new Mismatch(account.toString(), "open reservations in the ledger: " + ledgers));
            } else if (stores == null ? ledgers.consumed() != 0 : !stores.equals(ledgers)) {
                mismatches.add(new Mismatch(account.toString(), "ledger " + ledgers + "; Redis " + stores));
            }
        }
    }

    private static void checkEstimates(List<Closing> closings, List<Mismatch> mismatches) {
        closings.stream()
                .filter(closing -> closing.kind() == Kind.ESTIMATED && !closing.isWithinHold())
                .forEach(closing -> mismatches.add(new Mismatch(
                        String.valueOf(closing.caller()),
                        "estimated charge " + closing.charged() + " for a hold of " + closing.held())));
    }

    private void compareDeliveries(
            List<CallResult> results,
            Deliveries deliveries,
            Map<Account, Figures> inLedger,
            List<Closing> closings,
            List<Mismatch> mismatches) {
        var meters = inLedger.keySet().stream()
                .collect(Collectors.groupingBy(
                        Account::tenantId,
                        Collectors.collectingAndThen(
                                Collectors.mapping(Account::meter, Collectors.toSet()),
                                set -> set.stream().sorted().toList())));
        var expected = new Expected(results, deliveries, meters);
        mismatches.addAll(expected.mismatches());
        compareOutcomes(expected.outcomes(), Expected.outcomes(closings), mismatches);
        var estimated = events.reservations().estimatedCharges();
        inLedger.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getKey().overPeriods(),
                        TreeMap::new,
                        Collectors.summingLong(entry -> entry.getValue().consumed())))
                .forEach((account, consumed) -> {
                    long delivered = expected.reportedCharges().getOrDefault(account, 0L);
                    long guessed = estimated.getOrDefault(account, 0L);
                    if (consumed != delivered + guessed) {
                        mismatches.add(new Mismatch(
                                account.toString(),
                                "the ledger has %d consumed; the model server delivered %d, estimates are %d"
                                        .formatted(consumed, delivered, guessed)));
                    }
                });
    }

    private static void compareOutcomes(
            Map<String, Integer> expected, Map<String, Integer> actual, List<Mismatch> mismatches) {
        var all = new HashSet<>(expected.keySet());
        all.addAll(actual.keySet());
        for (var outcome : all.stream().sorted().toList()) {
            int wanted = expected.getOrDefault(outcome, 0);
            int found = actual.getOrDefault(outcome, 0);
            if (wanted != found) {
                mismatches.add(new Mismatch(
                        outcome, "by the model server's books " + wanted + " times, by the events " + found));
            }
        }
    }

    private static Verdict verdict(
            List<CallResult> results,
            List<Closing> closings,
            Map<Account, Figures> inLedger,
            Map<Account, Figures> inRedis,
            List<Mismatch> mismatches) {
        int settled = (int) closings.stream().filter(Closing::isSettled).count();
        int refunded = count(closings, Kind.REFUNDED);
        int expired = count(closings, Kind.EXPIRED);
        int refused = (int) results.stream().filter(CallResult::isRefused).count();
        if (settled + refunded + expired + refused != results.size()) {
            mismatches.add(new Mismatch(
                    "requests",
                    "%d sent, but %d settled, %d refunded, %d expired, %d refused"
                            .formatted(results.size(), settled, refunded, expired, refused)));
        }
        if (expired > 0) {
            mismatches.add(new Mismatch("reservations", expired + " expired although the gateway lives"));
        }
        return new Verdict(
                results.size(),
                settled,
                refunded,
                refused,
                count(closings, Kind.ESTIMATED),
                inLedger.size(),
                (int) inLedger.keySet().stream()
                        .filter(account -> !inRedis.containsKey(account))
                        .count(),
                sum(closings.stream().filter(Closing::isSettled).toList(), Closing::charged),
                sum(
                        closings.stream()
                                .filter(closing -> closing.kind() == Kind.REFUNDED)
                                .toList(),
                        Closing::held),
                mismatches);
    }

    private static int count(List<Closing> closings, Kind kind) {
        return (int) closings.stream().filter(closing -> closing.kind() == kind).count();
    }

    private static Map<String, Long> sum(List<Closing> closings, Function<Closing, Map<String, Long>> amounts) {
        return closings.stream()
                .flatMap(closing -> amounts.apply(closing).entrySet().stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, TreeMap::new, Collectors.summingLong(Map.Entry::getValue)));
    }
}
