package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Calls, grants and reads of some tenants for as long as it takes; knows what each read may say, and what must be booked at the end. */
final class FailoverLoad {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final int PROGRESS = 5;
    /** Between two calls or reads of one kind: the load is to last, not to be heavy. */
    private static final long PAUSE_MILLIS = 50;

    private static final long PAUSE_AFTER_GRANT_MILLIS = 400;
    /** What calls may have cost beyond what the ledger was seen to have booked, so that a slow machine keeps up. */
    private static final long MOST_AHEAD = 200;

    private final List<ServiceClient> services;
    private final long grant;
    private final Map<String, Tenant> tenants = new LinkedHashMap<>();
    private final AtomicInteger right = new AtomicInteger();
    private final AtomicInteger notReady = new AtomicInteger();
    private final AtomicInteger unreachable = new AtomicInteger();
    private final EventLog log = new EventLog();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(16);
    private final List<ScheduledFuture<?>> work = new ArrayList<>();

    private static final class Tenant {
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger grantsSent = new AtomicInteger();
        private final AtomicInteger grantsAccepted = new AtomicInteger();
        private final AtomicLong seenConsumed = new AtomicLong();
    }

    /** @param grant amount of each grant */
    FailoverLoad(List<String> tenantIds, List<ServiceClient> services, long grant) {
        tenantIds.forEach(tenantId -> tenants.put(tenantId, new Tenant()));
        this.services = services;
        this.grant = grant;
    }

    void start() {
        tenants.forEach((tenantId, tenant) -> {
            new TenantBooks(tenantId).seed(log);
            repeat(() -> sendCall(tenantId, tenant), PAUSE_MILLIS);
            repeat(() -> sendGrant(tenantId, tenant), PAUSE_AFTER_GRANT_MILLIS);
            services.forEach(service -> repeat(() -> read(service, tenantId, tenant), PAUSE_MILLIS));
        });
    }

    /** Waits until several more grants of every tenant are accepted. */
    void awaitProgress() {
        var goals = new LinkedHashMap<Tenant, Integer>();
        tenants.values().forEach(tenant -> goals.put(tenant, tenant.grantsAccepted.get() + PROGRESS));
        await().pollInterval(Duration.ofMillis(20)).atMost(SOON).until(() -> {
            assertNothingFailed();
            return goals.entrySet().stream()
                    .allMatch(goal -> goal.getKey().grantsAccepted.get() >= goal.getValue());
        });
    }

    /** Lets what is under way end. */
    void stop() throws InterruptedException {
        assertNothingFailed();
        threads.shutdown();
        assertThat(threads.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        log.close();
    }

    /** What is repeated ends only by a failure. */
    private void assertNothingFailed() {
        work.stream().filter(ScheduledFuture::isDone).forEach(failed -> assertThatCode(failed::get)
                .doesNotThrowAnyException());
    }

    /** How many reads got a number, which was right. */
    int rightAnswers() {
        return right.get();
    }

    void assertBooked(String tenantId, ServiceClient service) {
        var tenant = tenants.getOrDefault(tenantId, new Tenant());
        int calls = tenant.calls.get();
        int grants = tenant.grantsAccepted.get();
        assertThat(grants).isEqualTo(tenant.grantsSent.get());
        new TenantBooks(tenantId)
                .assertBooked(SharedStack.get(), service, grants * grant, cost(calls), 2 * calls + grants);
    }

    private void repeat(Runnable task, long pauseMillis) {
        work.add(threads.scheduleWithFixedDelay(task, 0, pauseMillis, TimeUnit.MILLISECONDS));
    }

    private void sendCall(String tenantId, Tenant tenant) {
        if (cost(tenant.calls.get()) - tenant.seenConsumed.get() > MOST_AHEAD) {
            return;
        }
        int call = tenant.calls.getAndIncrement();
        long cost = cost(call, call + 1);
        log.prepaid(tenantId, "r" + call, TenantBooks.WALLET, 2 * cost);
        log.settled(tenantId, "r" + call, TenantBooks.WALLET, 2 * cost, cost);
    }

    /** An operator that repeats each grant with its Idempotency-Key, at one instance and the other, until it is accepted. */
    private void sendGrant(String tenantId, Tenant tenant) {
        var key = "grant-" + tenant.grantsSent.getAndIncrement();
        var attempts = new AtomicInteger();
        await().pollInterval(Duration.ofMillis(50))
                .atMost(SOON)
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(() -> services.get(attempts.getAndIncrement() % services.size())
                                .post(
                                        "/v1/tenants/" + tenantId + "/grants",
                                        Bodies.grant(grant),
                                        "Idempotency-Key",
                                        key)
                                .status()
                        == 201);
        tenant.grantsAccepted.incrementAndGet();
    }

    private void read(ServiceClient service, String tenantId, Tenant tenant) {
        long least = tenant.grantsAccepted.get() * grant;
        ServiceClient.Answer answer;
        try {
            answer = service.get(new TenantBooks(tenantId).balancesPath());
        } catch (UncheckedIOException e) {
            unreachable.incrementAndGet();
            return;
        }
        if (answer.status() == 503) {
            answer.mustBeProblem(503, "not_ready");
            notReady.incrementAndGet();
            return;
        }
        var balances = answer.mustBe(200).json().path("balances");
        long granted = balances.path(0).path("granted").asLong();
        long consumed = balances.path(0).path("consumed").asLong();
        assertThat(granted).isBetween(least, tenant.grantsSent.get() * grant);
        assertThat(consumed).isBetween(0L, cost(tenant.calls.get()));
        tenant.seenConsumed.accumulateAndGet(consumed, Math::max);
        right.incrementAndGet();
    }

    /** Cost of so many calls. */
    private static long cost(int calls) {
        return cost(0, calls);
    }

    private static long cost(int from, int to) {
        long cost = 0;
        for (int call = from; call < to; call++) {
            cost += 1 + call % 7;
        }
        return cost;
    }

    @Override
    public String toString() {
        return "load: %d calls, %d grants, reads: %d right, %d not ready, %d without answer"
                .formatted(
                        tenants.values().stream()
                                .mapToInt(tenant -> tenant.calls.get())
                                .sum(),
                        tenants.values().stream()
                                .mapToInt(tenant -> tenant.grantsAccepted.get())
                                .sum(),
                        right.get(),
                        notReady.get(),
                        unreachable.get());
    }
}
