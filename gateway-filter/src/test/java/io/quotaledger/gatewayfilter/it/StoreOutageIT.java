package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.localstack.RedisNode;
import io.quotaledger.quotastore.StoreUnavailableException;
import io.quotaledger.schemas.avro.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Redis hangs (stopped, with its connections open), before and after the hold. */
class StoreOutageIT {
    private static final String REQUEST = "{\"model\":\"t1-large\",\"max_tokens\":64}";
    private static final String REPLY = "{\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":9}}";
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static final RedisNode REDIS = TestServers.get().stack().redis();
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(UPSTREAM.port(), Map.of());
    }

    @AfterEach
    void resume() {
        REDIS.resume();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        UPSTREAM.close();
    }

    @Test
    void shouldRefuseInTimeWhenRedisHangsAndPassWhenItIsBack() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer(200, "application/json", REPLY);
        gateway.chat(tenant, REQUEST); // Warm.
        UPSTREAM.answer(200, "application/json", REPLY);
        REDIS.suspend();

        long begin = System.nanoTime();
        var response = gateway.chat(tenant, REQUEST);
        var took = Duration.ofNanos(System.nanoTime() - begin);

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).contains("store-unavailable");
        assertThat(response.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
        assertThat(took).isLessThan(Duration.ofSeconds(2));
        assertThat(UPSTREAM.received()).isEmpty();

        REDIS.resume();
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> gateway.chat(tenant, REQUEST).statusCode() == 200);
    }

    @Test
    void shouldBookWhatWasDeliveredThroughTheLogWhenRedisHangsAfterTheHold() {
        var tenant = new TestTenant().open(gateway.view());
        callThatEndsWhileRedisHangs(tenant);

        Awaitility.await()
                .atMost(Duration.ofSeconds(15))
                .until(() -> tenant.events().size() == 2);
        var settled = tenant.events().get(1).getSettled();
        assertThat(settled.getLegs()).allSatisfy(leg -> {
            assertThat(leg.getConsumed()).isEqualTo(1340);
            assertThat(leg.getStamp()).isNull();
        });
        assertThat(settled.getReservationId())
                .isEqualTo(tenant.events().get(0).getPrepaid().getReservationId());

        REDIS.resume();
        // What had reached Redis before it stopped runs now, once, under the same reservation id.
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isIn(0L, 1340L));
    }

    @Test
    void shouldTellTheLogItselfWhenAnUnansweredTryHasClosedTheReservation() {
        var tenant = new TestTenant().open(gateway.view());
        callThatEndsWhileRedisHangs(tenant);
        // The first try began before these reads and waits no longer than they do, so it has given up when they have.
        assertThatThrownBy(() -> tenant.balance(Level.KEY)).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> tenant.balance(Level.KEY)).hasCauseInstanceOf(StoreUnavailableException.class);
        REDIS.resume();

        // The event of the first try is in the outbox alone, which Redis may lose before a relay looks into it.
        Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> tenant.events().stream()
                .filter(event -> event.getSettled() != null)
                .anyMatch(event -> event.getSettled().getLegs().stream()
                        .allMatch(leg -> leg.getStamp() == null && leg.getConsumed() == 1340)));
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(1340));
    }

    /** A call that is held; then Redis is suspended, and the answer comes. */
    private static void callThatEndsWhileRedisHangs(TestTenant tenant) {
        var release = new CompletableFuture<String>();
        UPSTREAM.answer((request, response) ->
                response.header("Content-Type", "application/json").sendString(Mono.fromFuture(release)));
        var answer = CompletableFuture.supplyAsync(() -> gateway.chat(tenant, REQUEST));
        Awaitility.await()
                .until(() -> UPSTREAM.received().size() == 1 && tenant.events().size() == 1);

        REDIS.suspend();
        release.complete(REPLY);

        assertThat(answer.join().statusCode()).isEqualTo(200);
    }
}
