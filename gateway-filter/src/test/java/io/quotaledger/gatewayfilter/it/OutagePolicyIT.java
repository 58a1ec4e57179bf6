package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.gatewayfilter.outage.StoreGuard;
import io.quotaledger.localstack.RedisNode;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.OutagePolicy;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Settled;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Redis or Kafka is away: what becomes of calls by the policies of route and plan, and what is booked of them. */
@ExtendWith(OutputCaptureExtension.class)
class OutagePolicyIT {
    private static final String REQUEST = "{\"model\":\"t1-large\",\"max_tokens\":64}";
    private static final String REPLY = "{\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":9}}";
    private static final long CHARGE = 1_340;
    private static final int OUTBOX_LIMIT = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static final RedisNode REDIS = TestServers.get().stack().redis();
    private static final List<TestGateway> GATEWAYS = new ArrayList<>();

    @BeforeAll
    static void start() {
        for (int i = 0; i < 2; i++) {
            GATEWAYS.add(TestGateway.start(
                    UPSTREAM.port(),
                    Map.of(
                            "quota.redis.outbox-limit", "" + OUTBOX_LIMIT,
                            "spring.cloud.gateway.server.webflux.routes[1].id", "careful",
                            "spring.cloud.gateway.server.webflux.routes[1].uri", "http://127.0.0.1:" + UPSTREAM.port(),
                            "spring.cloud.gateway.server.webflux.routes[1].order", "-1",
                            "spring.cloud.gateway.server.webflux.routes[1].predicates[0]", "Path=/careful/**",
                            "spring.cloud.gateway.server.webflux.routes[1].filters[0].name", "Prepay",
                            "spring.cloud.gateway.server.webflux.routes[1].filters[0].args.outage", "closed")));
        }
    }

    @BeforeEach
    void answer() {
        UPSTREAM.answer(200, "application/json", REPLY);
    }

    @AfterEach
    void resume() {
        REDIS.resume();
        TestServers.get().stack().kafka().resume();
        GATEWAYS.forEach(gateway -> await().atMost(PATIENCE)
                .until(() -> gateway.context().getBean(StoreGuard.class).isAvailable()));
    }

    @AfterAll
    static void stop() {
        GATEWAYS.forEach(TestGateway::close);
        UPSTREAM.close();
    }

    @Test
    void shouldAdmitAndBookWithoutStampsWhenThePlanIsOpen() {
        var gateway = GATEWAYS.get(0);
        var tenant = open(gateway, OutagePolicy.OPEN, 0);
        double bypassed = count(gateway, "quota.admissions", "result", "bypassed");
        REDIS.suspend();

        for (int call = 0; call < 10; call++) {
            assertThat(gateway.chat(tenant, REQUEST).statusCode()).isEqualTo(200);
        }

        assertThat(count(gateway, "quota.admissions", "result", "bypassed") - bypassed)
                .isEqualTo(10);
        await().atMost(PATIENCE).until(() -> settled(tenant).size() == 10);
        assertThat(settled(tenant)).allSatisfy(call -> assertThat(call.getLegs())
                .hasSize(3)
                .extracting(Leg::getStamp, Leg::getConsumed)
                .containsOnly(tuple(null, CHARGE)));

        REDIS.resume();
        // What had reached Redis before it was taken not to answer is executed now: under the same reservation ids,
        // with stamps.
        await().atMost(PATIENCE)
                .until(() -> stamped(tenant).size() > 0
                        && gateway.chat(tenant, REQUEST).statusCode() == 200);
        var unstamped = new HashSet<>(prepaid(tenant).stream()
                .filter(call -> call.getLegs().get(0).getStamp() == null)
                .map(Prepaid::getReservationId)
                .toList());
        assertThat(unstamped).hasSize(10);
        assertThat(stamped(tenant)).anySatisfy(call -> assertThat(unstamped).contains(call.getReservationId()));
    }

    @Test
    void shouldKeepTheStatedWorstCaseWithTwoGatewaysWhenThePlanIsBounded() {
        var tenant = open(GATEWAYS.get(0), OutagePolicy.BOUNDED, 10, 200_000);
        for (var gateway : GATEWAYS) {
            await().until(() -> gateway.chat(tenant, REQUEST).statusCode() == 200); // It has seen the balance.
        }
        await().atMost(PATIENCE).until(() -> settled(tenant).size() == 2);
        REDIS.suspend();

        long served = 0;
        for (var gateway : GATEWAYS) {
            var answer = gateway.chat(tenant, REQUEST);
            while (answer.statusCode() == 200) {
                served++;
                answer = gateway.chat(tenant, REQUEST);
            }
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isPositive();
            assertThat(text(answer)).contains("share of the last known balance");
        }

        long settledInOutage = served;
        await().atMost(PATIENCE).until(() -> settled(tenant).size() == 2 + settledInOutage);
        assertThat(served * CHARGE).isPositive().isLessThanOrEqualTo(2 * 200_000 / 10);
        assertThat(served).as("not only the holds of one call").isGreaterThan(GATEWAYS.size() * 5L);
    }

    @Test
    void shouldRefuseWithinABoundOfAnAccountThatThisGatewayHasNotSeen() {
        var tenant = open(GATEWAYS.get(0), OutagePolicy.BOUNDED, 100);
        REDIS.suspend();
        assertThat(GATEWAYS.get(0).chat(tenant, REQUEST).statusCode()).isEqualTo(503);
    }

    @Test
    void shouldRefuseOnARouteThatIsClosedWhateverThePlanSays(CapturedOutput output) {
        var gateway = GATEWAYS.get(0);
        var tenant = open(gateway, OutagePolicy.OPEN, 0);
        assertThat(gateway.post("/careful/chat", tenant, REQUEST).statusCode()).isEqualTo(200);
        double changes = count(gateway, "quota.store.changes", "to", "unavailable");
        UPSTREAM.answer(200, "application/json", REPLY);
        REDIS.suspend();

        for (int call = 0; call < 50; call++) {
            assertThat(gateway.post("/careful/chat", tenant, REQUEST).statusCode())
                    .isEqualTo(503);
        }

        assertThat(UPSTREAM.received()).isEmpty();
        assertThat(gateway.context().getBean(StoreGuard.class).isAvailable()).isFalse();
        assertThat(count(gateway, "quota.store.changes", "to", "unavailable") - changes)
                .isEqualTo(1);
        REDIS.resume();
        await().atMost(PATIENCE)
                .until(() -> gateway.post("/careful/chat", tenant, REQUEST).statusCode() == 200);
        assertThat(output.getAll().lines().filter(line -> line.contains("quota store does not answer")))
                .hasSize(1);
        assertThat(output.getAll().lines().filter(line -> line.contains("quota store answers again")))
                .hasSize(1);
    }

    @Test
    void shouldFollowThePolicyWhenRedisIsGoneAndServeWhenItIsThereAgain() {
        var gateway = GATEWAYS.get(0);
        var closed = new TestTenant().open(gateway.view());
        var open = open(gateway, OutagePolicy.OPEN, 0);
        REDIS.kill();
        try {
            for (int call = 0; call < 20; call++) {
                assertThat(gateway.chat(closed, REQUEST).statusCode()).isEqualTo(503);
            }
            assertThat(gateway.chat(open, REQUEST).statusCode()).isEqualTo(200);
            assertThat(UPSTREAM.received()).hasSize(1);
        } finally {
            REDIS.restart();
        }
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            closed.seed(); // Redis has come back empty, and nobody seeds here.
            return gateway.chat(closed, REQUEST).statusCode() == 200;
        });
    }

    @Test
    void shouldFollowThePolicyWhenAnAccountIsNotSeeded() {
        var gateway = GATEWAYS.get(0);
        var tenant = new TestTenant().outage(OutagePolicy.OPEN, 0).unseeded().open(gateway.view());

        assertThat(gateway.chat(tenant, REQUEST).statusCode()).isEqualTo(200);

        await().atMost(PATIENCE).until(() -> settled(tenant).size() == 1);
        assertThat(prepaid(tenant)).hasSize(1);
        assertThat(tenant.events().stream().filter(event -> event.getSeedRequested() != null))
                .hasSize(3);
    }

    @Test
    void shouldFillTheOutboxToItsLimitAndDrainItWhenKafkaIsAwayForAWhile() {
        var gateway = GATEWAYS.get(0);
        var closed = new TestTenant().open(gateway.view());
        assertThat(gateway.chat(closed, REQUEST).statusCode()).isEqualTo(200);
        await().atMost(PATIENCE).until(() -> settled(closed).size() == 1);
        TestServers.get().stack().kafka().suspend();

        var answers = new ArrayList<HttpResponse<byte[]>>();
        for (int call = 0; call < 2 * OUTBOX_LIMIT; call++) {
            answers.add(gateway.chat(closed, REQUEST));
        }

        long served =
                answers.stream().filter(answer -> answer.statusCode() == 200).count();
        // A call makes two events; the one of its end may be on its way while the next call comes in.
        assertThat(served).isBetween(OUTBOX_LIMIT / 2L, (long) OUTBOX_LIMIT);
        assertThat(answers.get(answers.size() - 1).statusCode()).isEqualTo(503);
        assertThat(text(answers.get(answers.size() - 1))).contains("wait for Kafka");
        TestServers.get().stack().kafka().resume();
        await().atMost(PATIENCE).until(() -> settled(closed).size() == 1 + served);
        await().atMost(PATIENCE).until(() -> gateway.chat(closed, REQUEST).statusCode() == 200);
        await().atMost(PATIENCE).until(() -> settled(closed).size() == 2 + served);
        assertThat(closed.balance(Level.KEY).consumed()).isEqualTo((2 + served) * CHARGE);
    }

    private static TestTenant open(TestGateway gateway, OutagePolicy policy, int share) {
        return open(gateway, policy, share, 100_000_000);
    }

    private static TestTenant open(TestGateway gateway, OutagePolicy policy, int share, long keyLimit) {
        return new TestTenant().limit(Level.KEY, keyLimit).outage(policy, share).open(gateway.view());
    }

    private static List<Prepaid> prepaid(TestTenant tenant) {
        return tenant.events().stream()
                .map(QuotaEvent::getPrepaid)
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<Prepaid> stamped(TestTenant tenant) {
        return prepaid(tenant).stream()
                .filter(call -> call.getLegs().get(0).getStamp() != null)
                .toList();
    }

    private static List<Settled> settled(TestTenant tenant) {
        return tenant.events().stream()
                .map(QuotaEvent::getSettled)
                .filter(Objects::nonNull)
                .toList();
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static double count(TestGateway gateway, String name, String tag, String value) {
        var counter = gateway.context()
                .getBean(MeterRegistry.class)
                .find(name)
                .tag(tag, value)
                .counter();
        return counter == null ? 0 : counter.count();
    }
}
