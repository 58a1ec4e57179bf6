package io.quotaledger.ledgerservice;

import static io.quotaledger.ledgerservice.ServiceClient.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Alert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two instances share the tenants; one dies or stands still, and the other takes over. Nobody is told a wrong number meanwhile. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverIT {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final long GRANT = 1_000_000;
    private static final int SAME_KEYS = 20;
    private static final int WAITING = 4;

    private final ChildService first = service("failover-1");
    private final ChildService second = service("failover-2");
    private final StreamsGroup group = new StreamsGroup(SharedStack.get());

    private static ChildService service(String instance) {
        var configuration = SharedStack.properties(instance);
        // Often, so that both instances compare the tenants while they move.
        configuration.put("quota.reconciliation.interval", "1s");
        // A busy machine folds late; what is asked here is not how late.
        configuration.put("quota.commands.timeout", "25s");
        return new ChildService(configuration);
    }

    @BeforeAll
    void shareTheTenants() {
        first.awaitReady();
        second.awaitReady();
        first.client().put("/v1/price-books/failover-prices", Bodies.PRICE_BOOK).mustBe(200);
        first.client()
                .put("/v1/plans/failover-plan", Bodies.plan("failover-prices"))
                .mustBe(200);
        group.awaitShared(2);
    }

    @AfterAll
    void stop() {
        group.close();
        first.close();
        second.close();
    }

    @Test
    void shouldAnswerAlikeWhicheverInstanceIsAsked() {
        for (var tenantId : open("either")) {
            patiently(() -> grant(first, tenantId, "either")).mustBe(201);
            try (var log = new EventLog()) {
                new TenantBooks(tenantId).seed(log);
                log.prepaid(tenantId, "r1", TenantBooks.WALLET, 20);
            }
            var reservation = "/v1/tenants/" + tenantId + "/reservations/r1";
            await().atMost(SOON).until(() -> first.client().get(reservation).status() == 200);
            for (var path : List.of(
                    reservation,
                    "/v1/tenants/" + tenantId + "/balances",
                    "/v1/tenants/" + tenantId + "/journal?limit=1&level=org&scope=-&meter=usd",
                    "/v1/tenants/" + tenantId + "/reservations/unknown")) {
                var answer = patiently(() -> first.client().get(path));
                var other = patiently(() -> second.client().get(path));
                assertThat(other.text()).isEqualTo(answer.text());
                assertThat(other.status()).isEqualTo(answer.status());
                assertThat(other.contentType()).isEqualTo(answer.contentType());
            }
            for (var service : List.of(first, second)) {
                patiently(() -> service.client().get("/v1/reconciliation?tenant=" + tenantId))
                        .mustBe(200);
                patiently(() -> service.client()
                                .get("/v1/tenants/" + tenantId + "/accounts/inspect?level=org&meter=usd"))
                        .mustBe(200);
                var reseed = patiently(() ->
                                service.client().post("/v1/tenants/" + tenantId + "/reseed", "{\"reason\":\"test\"}"))
                        .mustBe(202);
                assertThat(reseed.json().path("accounts").asInt()).isEqualTo(1);
            }
            // Who is not the owner passes nothing on that was passed on.
            other(owner(tenantId))
                    .client()
                    .send("GET", "/v1/tenants/" + tenantId + "/balances", null, "Quota-Forwarded-By", "somebody")
                    .mustBeProblem(503, "not_ready");
            owner(tenantId)
                    .client()
                    .send("GET", "/v1/tenants/" + tenantId + "/balances", null, "Quota-Forwarded-By", "somebody")
                    .mustBe(200);
        }
    }

    @Test
    void shouldShowOneSecretWhenBothInstancesAreAskedForAKeyWithOneIdempotencyKey() {
        var tenantId = open("secrets").get(0);
        patiently(() -> first.client()
                        .post("/v1/tenants/" + tenantId + "/apps", "{\"appId\":\"chat\"}", "Idempotency-Key", "app"))
                .mustBe(201);
        for (int i = 0; i < SAME_KEYS; i++) {
            var key = "key-" + i;
            var answers = Stream.of(first, second)
                    .map(service -> CompletableFuture.supplyAsync(() -> service.client()
                            .post("/v1/tenants/" + tenantId + "/apps/chat/keys", "{}", "Idempotency-Key", key)))
                    .toList();
            assertThat(answers.stream().map(answer -> answer.join().status())).containsExactlyInAnyOrder(201, 409);
        }
    }

    @Test
    void shouldLoseAndDoubleNothingWhenTheOwnerIsKilledUnderLoad() throws InterruptedException {
        var tenants = open("killed");
        var load = new FailoverLoad(tenants, List.of(first.client(), second.client()), GRANT);
        load.start();
        load.awaitProgress();
        var killed = owner(tenants.get(0));
        var survivor = other(killed);
        var moving =
                tenants.stream().filter(tenantId -> owner(tenantId) == killed).toList();

        killed.kill();
        var killedAt = System.nanoTime();
        for (var tenantId : moving) {
            var balances = new TenantBooks(tenantId).balancesPath();
            await().pollInterval(Duration.ofMillis(50))
                    .atMost(SOON)
                    .until(() -> survivor.client().get(balances).status() == 200);
        }
        System.out.println("takeover: " + moving.size() + " of " + tenants.size() + " tenants can be read again "
                + sinceMillis(killedAt) + " ms after kill -9 of their owner");
        load.awaitProgress();
        System.out.println("takeover: commands of all tenants are accepted " + sinceMillis(killedAt) + " ms after it");
        killed.start();
        killed.awaitReady();
        load.awaitProgress();
        group.awaitShared(2);
        System.out.println("takeover: it has its share again " + sinceMillis(killedAt) + " ms after it was killed");
        load.stop();

        System.out.println(load);
        assertThat(load.rightAnswers()).isGreaterThan(100);
        for (var tenantId : tenants) {
            for (var service : List.of(first, second)) {
                load.assertBooked(tenantId, service.client());
            }
        }
        assertThat(alerts(tenants)).isEmpty();
    }

    @Test
    void shouldTellNoOldNumberWhenAnOwnerWakesUpThatWasReplacedMeanwhile() {
        var tenants = open("frozen");
        var tenantId = tenants.get(0);
        var frozen = owner(tenantId);
        var successor = other(frozen);
        var books = new TenantBooks(tenantId);
        patiently(() -> grant(frozen, tenantId, "before")).mustBe(201);
        assertThat(books.wallet(frozen.client()).path("granted").asLong()).isEqualTo(GRANT);

        frozen.suspend();
        await().atMost(SOON).until(() -> grant(successor, tenantId, "meanwhile").status() == 201);
        // They wait in its socket, and are answered before it knows what has happened.
        var callers = Executors.newFixedThreadPool(WAITING);
        var waiting = Stream.generate(() ->
                        CompletableFuture.supplyAsync(() -> frozen.client().get(books.balancesPath()), callers))
                .limit(WAITING)
                .toList();
        await().atMost(SOON).until(() -> frozen.unreadRequests() >= WAITING);
        frozen.resume();

        for (var answer : waiting) {
            assertRightOrNotReady(answer.join(), 2 * GRANT);
        }
        callers.shutdown();
        await().atMost(SOON).until(() -> {
            var answer = frozen.client().get(books.balancesPath());
            assertRightOrNotReady(answer, 2 * GRANT);
            return answer.status() == 200;
        });
        assertThat(alerts(tenants)).isEmpty();
    }

    private static void assertRightOrNotReady(ServiceClient.Answer answer, long granted) {
        if (answer.status() == 503) {
            answer.mustBeProblem(503, "not_ready");
        } else {
            assertThat(TenantBooks.wallet(answer.mustBe(200)).path("granted").asLong())
                    .isEqualTo(granted);
        }
    }

    private static ServiceClient.Answer grant(ChildService service, String tenantId, String key) {
        return service.client()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(GRANT), "Idempotency-Key", key);
    }

    /** Opens a tenant in each partition. */
    private List<String> open(String name) {
        group.awaitOwned();
        var tenants = new ArrayList<String>();
        for (int i = 0; tenants.size() < 3; i++) {
            var tenantId = "failover-" + name + "-" + i;
            if (group.partitionOf(tenantId) == tenants.size()) {
                patiently(() -> first.client()
                                .post(
                                        "/v1/tenants",
                                        Bodies.tenant(tenantId, "failover-plan"),
                                        "Idempotency-Key",
                                        tenantId))
                        .mustBe(201);
                tenants.add(tenantId);
            }
        }
        return tenants;
    }

    private ChildService owner(String tenantId) {
        return group.ownerOf(tenantId).orElseThrow().equals(first.id()) ? first : second;
    }

    private ChildService other(ChildService service) {
        return service == first ? second : first;
    }

    private static List<SpecificRecord> alerts(List<String> tenants) {
        return TopicDump.of(Topic.ALERTS).stream()
                .filter(record -> record instanceof Alert alert && tenants.contains(alert.getTenantId()))
                .toList();
    }

    private static long sinceMillis(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime).toMillis();
    }
}
