package io.quotaledger.quickstart.chaos;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.quotaledger.quickstart.check.Account;
import io.quotaledger.quickstart.check.EventReader;
import io.quotaledger.quickstart.check.Figures;
import io.quotaledger.quickstart.check.LedgerView;
import io.quotaledger.quickstart.check.Mismatch;
import io.quotaledger.quickstart.check.RedisView;
import io.quotaledger.quickstart.check.SelfCheck;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.Funding;
import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Offer;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.opening.Tenant;
import io.quotaledger.quickstart.running.RunningSystem;
import io.quotaledger.quickstart.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One schedule on a running system, with tenants of its own: load, faults, rest, check. */
final class ChaosRun {
    private static final int TENANTS = 4;
    private static final int MOST_CALLS = 8_000;
    /** Calls whose use decides how much the tenants that are short of funds get: they run out on the way. */
    private static final int CALLS_FUNDED = 1_000;

    private static final int CALLS_BEFORE_FAULTS = 80;
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(60);
    private static final Duration REST_LIMIT = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(100);

    private final RunningSystem system;
    private final Store store;
    private final ChaosSchedule schedule;
    private final Duration interval;
    private final LedgerView ledger;
    private final List<Tenant> tenants;
    private final Set<String> tenantIds;

    /**
     * On a system.
     *
     * @param interval time between two checkpoints of an account, as the service is told
     */
    ChaosRun(RunningSystem system, Store store, ChaosSchedule schedule, Duration interval) {
        this.system = system;
        this.store = store;
        this.schedule = schedule;
        this.interval = interval;
        this.ledger = new LedgerView(api(system));
        this.tenants = Tenant.plan(TENANTS, false, "-" + schedule.seed());
        this.tenantIds = tenants.stream().map(Tenant::tenantId).collect(Collectors.toSet());
    }

    private static LedgerApi api(RunningSystem system) {
        return new LedgerApi(system.endpoints().service(), system.endpoints().operatorToken());
    }

    /** Runs it. */
    ChaosResult run() {
        var calls = Load.slowedDown(Workload.realistic(tenants, MOST_CALLS, schedule.seed()));
        var opening = new Opening(api(system));
        opening.openAll(tenants, Workload.expectedUse(tenants, calls.subList(0, CALLS_FUNDED)));
        // The gateway is asked with the last key: it then knows the others, and they have been used for nothing.
        var last = new Caller("probe-" + schedule.seed(), "chat", "k1");
        opening.openAll(
                List.of(new Tenant(
                        last.tenantId(),
                        "Probe",
                        "UTC",
                        Offer.TOKEN_PACK,
                        Funding.AMPLE,
                        List.of(new Tenant.App(last.appId(), List.of(last.keyId()))))),
                Map.of());
        system.awaitKey(Objects.requireNonNull(opening.secrets().get(last)));
        var endpoints = system.endpoints();
        var trail = new CallTrail();
        try (var events =
                new EventReader(endpoints.kafka(), endpoints.registry().toString(), tenantIds, trail)) {
            var load = new Load(endpoints.gateway(), opening.secrets(), calls);
            var faults = new Faults(system, store);
            try {
                Awaitility.await("calls are answered")
                        .atMost(WARM_UP_LIMIT)
                        .until(() -> load.results().size() >= CALLS_BEFORE_FAULTS);
                int butLast = schedule.faults().size() - 1;
                schedule.faults().subList(0, butLast).forEach(faults::inject);
                if (schedule.quietEnd()) {
                    load.end();
                }
                faults.inject(schedule.faults().get(butLast));
            } finally {
                load.end();
            }
            return rest(load, faults, events, trail);
        }
    }

    /** Waits until nothing is under way any more, and then for both sides to be equal. */
    private ChaosResult rest(Load load, Faults faults, EventReader events, CallTrail trail) {
        try (var redis = new RedisView(store.node().uri())) {
            var check = new SelfCheck(ledger, redis, events, tenantIds);
            var mismatches = new ArrayList<Mismatch>();
            var rested =
                    awaitTime("everything is closed", () -> unrest(events).isEmpty(), mismatches, () -> unrest(events));
            var equal = awaitTime(
                    "Redis is the ledger",
                    () -> check.storeDifferences().isEmpty(),
                    mismatches,
                    check::storeDifferences);
            // Not only by chance, on the way.
            Awaitility.await().pollDelay(interval).atMost(REST_LIMIT).until(() -> true);
            mismatches.addAll(check.storeDifferences());
            mismatches.addAll(check.journalFaults());
            var outcome = new CallCheck(
                            trail.bookedByTrace(),
                            Objects.requireNonNull(system.modelServer()).deliveries(),
                            faults.gatewayKills())
                    .check(load.results(), balances());
            mismatches.addAll(outcome.mismatches());
            var traffic = StoreTraffic.read(system.endpoints(), tenantIds);
            traffic.deadLetters().forEach(letter -> mismatches.add(new Mismatch("dead letter", letter)));
            return new ChaosResult(schedule, load.results().size(), outcome, traffic, rested, equal, mismatches);
        }
    }

    /** What is still under way. */
    private List<Mismatch> unrest(EventReader events) {
        var unrest = new ArrayList<>(events.unfinished());
        balances().forEach((account, figures) -> {
            if (figures.reserved() != 0) {
                unrest.add(new Mismatch(account.toString(), figures.toString()));
            }
        });
        if (!areOutboxesEmpty()) {
            unrest.add(new Mismatch("outboxes", "not empty"));
        }
        if (!InstructionLag.isZero(system.endpoints().kafka())) {
            unrest.add(new Mismatch("instructions", "not all applied"));
        }
        return unrest;
    }

    private Map<Account, Figures> balances() {
        var balances = new TreeMap<Account, Figures>();
        tenantIds.forEach(tenant -> balances.putAll(ledger.balances(tenant)));
        return balances;
    }

    private boolean areOutboxesEmpty() {
        var client = RedisClient.create(store.node().uri());
        try (var connection = client.connect()) {
            var redis = connection.sync();
            var outboxes = ScanArgs.Builder.matches("ql:{*}:outbox").limit(1_000);
            ScanCursor cursor = ScanCursor.INITIAL;
            while (!cursor.isFinished()) {
                KeyScanCursor<String> page = redis.scan(cursor, outboxes);
                if (page.getKeys().stream().anyMatch(key -> redis.xlen(key) > 0)) {
                    return false;
                }
                cursor = page;
            }
            return true;
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private interface Differences {
        List<Mismatch> now();
    }

    /** How long it took. */
    private static Duration awaitTime(
            String what, Callable<Boolean> condition, List<Mismatch> mismatches, Differences differences) {
        long began = System.nanoTime();
        try {
            Awaitility.await(what)
                    .pollInterval(POLL)
                    .pollDelay(Duration.ZERO)
                    .atMost(REST_LIMIT)
                    // The service is not ready while its stores move, as they do after the broker was away.
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            mismatches.add(new Mismatch(what, "not within " + REST_LIMIT.toSeconds() + " s"));
            mismatches.addAll(differences.now());
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
