package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AccountKey;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The service is killed under load and comes back: nothing is lost, nothing is there twice, nothing is told too early. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestartIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    /** Less than the minute after which the fold takes an update for lost. */
    private static final Duration RIGHT_WITHIN = Duration.ofSeconds(40);

    private static final int CALLS = 1_200;
    private static final int GRANTS = 30;
    private static final long GRANT = 1_000_000;

    private final ChildService service = start();

    private static ChildService start() {
        var configuration = SharedStack.properties("restarting");
        configuration.put("quota.reconciliation.interval", "500ms");
        return new ChildService(configuration);
    }

    @BeforeAll
    void publishCatalog() {
        service.awaitReady();
        service.client()
                .put("/v1/price-books/restart-prices", Bodies.PRICE_BOOK)
                .mustBe(200);
        service.client()
                .put("/v1/plans/restart-plan", Bodies.plan("restart-prices"))
                .mustBe(200);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @Test
    void shouldLoseAndDoubleNothingWhenItIsKilledUnderLoad() {
        var tenantId = "restart-load";
        service.client()
                .post("/v1/tenants", Bodies.tenant(tenantId, "restart-plan"))
                .mustBe(201);
        var books = new TenantBooks(tenantId);
        try (var log = new EventLog()) {
            books.seed(log);
        }
        var released = new Semaphore(0);
        var sent = new AtomicInteger();
        var calls = CompletableFuture.runAsync(() -> sendCalls(tenantId, released, sent));
        var grants = CompletableFuture.runAsync(() -> sendGrants(tenantId));
        for (int kill = 1; kill <= 2; kill++) {
            service.awaitReady();
            released.release(CALLS / 3);
            int enough = sent.get() + CALLS / 6;
            await().pollInterval(Duration.ofMillis(10)).atMost(SOON).until(() -> sent.get() >= enough);
            service.kill();
            service.start();
        }
        released.release(CALLS / 3);
        calls.join();
        grants.join();
        service.awaitReady();

        long consumed = LongStream.range(0, CALLS).map(RestartIT::cost).sum();
        books.assertBooked(SharedStack.get(), service.client(), GRANTS * GRANT, consumed, 2 * CALLS + GRANTS);
    }

    @Test
    void shouldAnswer503AndNeverZeroWhenTheStoresAreReadInAgain() {
        var tenantId = "restart-cold";
        service.client()
                .post("/v1/tenants", Bodies.tenant(tenantId, "restart-plan"))
                .mustBe(201);
        service.client()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(GRANT))
                .mustBe(201);
        service.kill();
        service.deleteState();
        service.start();
        service.awaitAnswering();

        var notReady = new AtomicInteger();
        await().atMost(SOON).until(() -> {
            var answer = service.client().get("/v1/tenants/" + tenantId + "/balances");
            if (answer.status() == 503) {
                answer.mustBeProblem(503, "not_ready");
                assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
                notReady.incrementAndGet();
                return false;
            }
            answer.mustBe(200);
            assertThat(answer.json().path("balances").get(0).path("granted").asLong())
                    .isEqualTo(GRANT);
            return true;
        });
        assertThat(notReady).hasPositiveValue();
        service.awaitReady();
    }

    @Test
    void shouldBringBackWhatRedisLostWhileItWasDown() {
        var books = openSeeded("restart-lost");
        // Compared: so nothing will remind the service of the account when it starts again.
        await().atMost(SOON).until(() -> !service.client()
                .get("/v1/reconciliation?tenant=restart-lost&verdict=matched")
                .mustBe(200)
                .json()
                .path("snapshots")
                .isEmpty());

        service.kill();
        RedisHand.flush();
        service.start();

        service.awaitReady();
        books.assertRedisEqual(SharedStack.get(), books.wallet(service.client()), RIGHT_WITHIN);
    }

    @Test
    void shouldApplyAgainWhatRedisForgotOfItsUpdates() {
        var books = openSeeded("restart-forgot");
        var account = AccountKey.of("restart-forgot", TenantBooks.WALLET);
        var copy = RedisHand.read(account);
        service.client()
                .post("/v1/tenants/restart-forgot/grants", Bodies.grant(GRANT))
                .mustBe(201);
        var wallet = books.wallet(service.client());
        assertThat(wallet.path("granted").asLong()).isEqualTo(2 * GRANT);
        books.assertRedisEqual(SharedStack.get(), wallet, RIGHT_WITHIN);

        RedisHand.write(account, copy); // As if the update had not been on disk yet.
        SharedStack.get().redis().restart();

        books.assertRedisEqual(SharedStack.get(), wallet, RIGHT_WITHIN);
    }

    /** A tenant with one grant, which Redis holds. */
    private TenantBooks openSeeded(String tenantId) {
        service.client()
                .post("/v1/tenants", Bodies.tenant(tenantId, "restart-plan"))
                .mustBe(201);
        service.client()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(GRANT))
                .mustBe(201);
        var books = new TenantBooks(tenantId);
        try (var log = new EventLog()) {
            books.seed(log);
        }
        books.assertRedisEqual(SharedStack.get(), books.wallet(service.client()), RIGHT_WITHIN);
        return books;
    }

    private static void sendCalls(String tenantId, Semaphore released, AtomicInteger sent) {
        try (var log = new EventLog()) {
            for (int call = 0; call < CALLS; call++) {
                released.acquireUninterruptibly();
                log.prepaid(tenantId, "r" + call, TenantBooks.WALLET, 2 * cost(call));
                log.settled(tenantId, "r" + call, TenantBooks.WALLET, 2 * cost(call), cost(call));
                sent.incrementAndGet();
            }
        }
    }

    private static long cost(long call) {
        return 1 + call % 7;
    }

    /** An operator that repeats each grant with its Idempotency-Key until it is accepted, whatever comes between. */
    private void sendGrants(String tenantId) {
        for (int grant = 0; grant < GRANTS; grant++) {
            var key = "grant-" + grant;
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .until(() -> service.client()
                                    .post(
                                            "/v1/tenants/" + tenantId + "/grants",
                                            Bodies.grant(GRANT),
                                            "Idempotency-Key",
                                            key)
                                    .status()
                            == 201);
        }
    }
}
