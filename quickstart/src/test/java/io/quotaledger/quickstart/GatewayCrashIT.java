package io.quotaledger.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.check.LedgerView;
import io.quotaledger.quickstart.check.RedisView;
import io.quotaledger.quickstart.model.Ending;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.model.Tokens;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.opening.Funding;
import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Offer;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.opening.Tenant;
import io.quotaledger.quickstart.running.RunningSystem;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Case B26: kill -9 of the gateway between prepay and settle, again and again, with everything else real and running. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayCrashIT {
    private static final int ROUNDS = 8;
    private static final int CALLS = 5;
    private static final Tokens TOKENS = new Tokens(100, 0, 50);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration NEVER = Duration.ofMinutes(10);
    private static final Caller KEY = new Caller("crash", "chat", "k1");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private RunningSystem system;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LedgerApi api;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private String secret;

    @BeforeAll
    void openTenant() {
        system = RunningSystem.start(null, null);
        api = new LedgerApi(system.endpoints().service(), system.endpoints().operatorToken());
        var opening = new Opening(api);
        opening.publishCatalogue();
        var apps = List.of(new Tenant.App(KEY.appId(), List.of(KEY.keyId())));
        opening.openAll(
                List.of(new Tenant(KEY.tenantId(), "Crash", "UTC", Offer.SHORT_HOLD, Funding.AMPLE, apps)), Map.of());
        secret = Objects.requireNonNull(opening.secrets().get(KEY));
        system.awaitKey(secret);
    }

    @AfterAll
    void stop() {
        system.close();
    }

    @Test
    void shouldExpireWhatAKilledGatewayHeldInLedgerAndRedis() {
        try (var redis = new RedisView(system.endpoints().redis())) {
            for (int round = 0; round < ROUNDS; round++) {
                settle("before" + round);
                crash(round);
            }
            settle("after");
            await().untilAsserted(
                            () -> assertThat(entriesOf("RESERVATION_EXPIRED")).isEqualTo(ROUNDS * CALLS));
            await().untilAsserted(() -> assertSettledAndEqual(redis, (ROUNDS + 1) * TOKENS.total()));
            assertThat(entriesOf("PREPAID"))
                    .as("each hold has one end")
                    .isEqualTo(entriesOf("SETTLED") + entriesOf("REFUNDED") + ROUNDS * CALLS);
        }
    }

    private void settle(String callId) {
        assertThat(call(callId, Duration.ZERO).join()).isEqualTo(200);
    }

    /** Holds of the rounds before may still be there. */
    private void crash(int round) {
        var deliveries = Objects.requireNonNull(system.modelServer()).deliveries();
        int before = deliveries.all().size();
        var lost = new ArrayList<CompletableFuture<Integer>>();
        for (int i = 0; i < CALLS; i++) {
            lost.add(call("lost" + round + "-" + i, NEVER));
        }
        await().until(() -> deliveries.all().size() == before + CALLS);
        system.gateway().kill();
        assertThat(lost).allSatisfy(answer -> assertThat(answer).failsWithin(PATIENCE));
        system.restartGateway();
        system.awaitKey(secret);
    }

    private void assertSettledAndEqual(RedisView redis, long tokens) {
        var ledger = new LedgerView(api).balances(KEY.tenantId());
        assertThat(ledger.values())
                .allSatisfy(figures -> assertThat(figures.reserved()).isZero());
        assertThat(ledger)
                .anySatisfy((account, figures) -> assertThat(account.meter()).isEqualTo("tokens"));
        assertThat(ledger).allSatisfy((account, figures) -> {
            if (account.meter().equals("tokens")) {
                assertThat(figures.consumed()).isEqualTo(tokens);
            }
        });
        assertThat(redis.balances()).isEqualTo(ledger);
    }

    private int entriesOf(String kind) {
        int found = 0;
        for (var entry :
                api.get("/v1/tenants/" + KEY.tenantId() + "/journal?limit=1000").path("entries")) {
            found += entry.path("kind").asString().equalsIgnoreCase(kind) ? 1 : 0;
        }
        return found;
    }

    /** Status of the answer. */
    private CompletableFuture<Integer> call(String callId, Duration delay) {
        var script = new Script(callId, TOKENS, Ending.COMPLETE, 200, delay);
        var request = HttpRequest.newBuilder(URI.create(system.endpoints().gateway() + "/v1/chat/completions"))
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", "application/json")
                .header(Script.HEADER, script.toHeader())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"tide-mini\",\"max_tokens\":100,\"messages\":[]}"))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }

    private static org.awaitility.core.ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE);
    }
}
