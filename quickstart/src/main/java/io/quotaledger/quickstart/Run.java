package io.quotaledger.quickstart;

import io.quotaledger.quickstart.check.Account;
import io.quotaledger.quickstart.check.EventReader;
import io.quotaledger.quickstart.check.Figures;
import io.quotaledger.quickstart.check.LedgerView;
import io.quotaledger.quickstart.check.RedisView;
import io.quotaledger.quickstart.check.SelfCheck;
import io.quotaledger.quickstart.check.TraceCheck;
import io.quotaledger.quickstart.check.Verdict;
import io.quotaledger.quickstart.model.Deliveries;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.opening.Tenant;
import io.quotaledger.quickstart.report.Report;
import io.quotaledger.quickstart.running.RunningSystem;
import io.quotaledger.quickstart.workload.PlannedCall;
import io.quotaledger.quickstart.workload.TraceReader;
import io.quotaledger.quickstart.workload.Traffic;
import io.quotaledger.quickstart.workload.TrafficLog;
import io.quotaledger.quickstart.workload.Workload;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One workload on a running system: opens the tenants, sends the calls, waits until the ledger has booked them, checks, reports. */
final class Run {
    private static final Duration CATCH_UP_LIMIT = Duration.ofSeconds(90);
    private static final Duration AGREE_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;
    private static final int WARM_UP_CLIENTS = 8;
    private static final int TOP_TENANTS = 3;
    private static final int JOURNAL_ENTRIES = 6;

    private final RunningSystem system;
    private final LedgerApi api;
    private final Opening opening;
    private final Console console;
    private final @Nullable List<TraceReader.Row> trace;

    /**
     * On a system.
     *
     * @param trace the rows that the calls come from; null if they are made up
     */
    Run(RunningSystem system, LedgerApi api, Opening opening, Console console, @Nullable List<TraceReader.Row> trace) {
        this.trace = trace;
        this.system = system;
        this.api = api;
        this.opening = opening;
        this.console = console;
    }

    /**
     * Runs the calls.
     *
     * @param demo opened by the caller, after which gateways know all keys; compared like the others
     * @param ready waits until the gateway knows the keys
     */
    Verdict run(List<Tenant> tenants, List<PlannedCall> calls, int clients, Tenant demo, Runnable ready) {
        console.say("Opening %,d tenants".formatted(tenants.size()));
        opening.openAll(tenants, Workload.expectedUse(tenants, calls));
        ready.run();
        var ids = tenants.stream().map(Tenant::tenantId).collect(Collectors.toSet());
        var endpoints = system.endpoints();
        try (var events =
                        new EventReader(endpoints.kafka(), endpoints.registry().toString(), ids);
                var redis = new RedisView(endpoints.redis())) {
            var before = system.use();
            var traffic = send(calls, clients);
            long lastAnswer = System.nanoTime();
            console.say("Waiting for the ledger");
            await(CATCH_UP_LIMIT, events::hasCaughtUp);
            var caughtUp = Duration.ofNanos(System.nanoTime() - lastAnswer);
            var after = system.use();
            var compared = new HashSet<>(ids);
            compared.add(demo.tenantId());
            var check = new SelfCheck(new LedgerView(api), redis, events, compared);
            var verdict = agree(check, traffic);
            var report = new Report();
            if (trace != null && deliveries() != null) {
                var charges = TraceCheck.of(trace, traffic.results(), verdict);
                verdict = verdict.with(charges.mismatches());
                report.trace(charges);
            }
            report.calls(verdict, traffic.refusals())
                    .speed(traffic, events.lagMillis(50), events.lagMillis(99), caughtUp);
            console.print(describe(report, calls)
                    .cost(before, after, calls.size(), console.elapsed())
                    .check(verdict, deliveries() != null)
                    .toString());
            return verdict;
        }
    }

    private TrafficLog send(List<PlannedCall> calls, int clients) {
        var firsts = firstOfEachCaller(calls);
        var others = calls.stream().filter(call -> !firsts.contains(call)).toList();
        console.say("Sending %,d calls: one of each key from %d clients to warm up, then from %d"
                .formatted(calls.size(), Math.min(clients, WARM_UP_CLIENTS), clients));
        var log = new TrafficLog(calls.size(), firsts.size());
        var ticker = Executors.newSingleThreadScheduledExecutor();
        try {
            var unused = ticker.scheduleAtFixedRate(() -> console.progress(log.progress()), 1, 1, TimeUnit.SECONDS);
            var traffic = new Traffic(system.endpoints().gateway(), opening.secrets(), deliveries() != null);
            traffic.send(List.copyOf(firsts), Math.min(clients, WARM_UP_CLIENTS), log::add);
            traffic.send(others, clients, log::add);
        } finally {
            ticker.shutdownNow();
        }
        console.say(log.progress());
        return log;
    }

    private static Set<PlannedCall> firstOfEachCaller(List<PlannedCall> calls) {
        var byCaller = new LinkedHashMap<Caller, PlannedCall>();
        calls.forEach(call -> byCaller.putIfAbsent(call.caller(), call));
        return new LinkedHashSet<>(byCaller.values());
    }

    /** Redis follows the ledger by updates, so the two may differ for a moment. */
    private Verdict agree(SelfCheck check, TrafficLog traffic) {
        var results = traffic.results();
        var verdict = new Verdict[] {check.check(results, deliveries())};
        await(AGREE_LIMIT, () -> {
            if (!verdict[0].isGood()) {
                verdict[0] = check.check(results, deliveries());
            }
            return verdict[0].isGood();
        });
        return verdict[0];
    }

    private Report describe(Report report, List<PlannedCall> calls) {
        var byTenant = calls.stream()
                .collect(Collectors.groupingBy(call -> call.caller().tenantId(), Collectors.counting()));
        var top = byTenant.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(TOP_TENANTS)
                .map(Map.Entry::getKey)
                .toList();
        var balances = new LinkedHashMap<Account, Figures>();
        top.forEach(tenant -> balances.putAll(new LedgerView(api).balances(tenant)));
        var tenantId = top.get(0);
        var journal = api.get("/v1/tenants/" + tenantId + "/journal?limit=" + JOURNAL_ENTRIES);
        return report.balances(balances).journal(tenantId, journal.path("entries"));
    }

    private @Nullable Deliveries deliveries() {
        var model = system.modelServer();
        return model == null ? null : model.deliveries();
    }

    private static void await(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
