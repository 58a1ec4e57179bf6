package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Level;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Every refusal: what the client is told, and that nothing was consumed, held, sent upstream or logged. */
class RefusalIT {
    private static final String SMALL = "{\"model\":\"t1-large\",\"max_tokens\":125}";
    private static final String ZERO = "{\"choices\":[],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":125}}";
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway gateway;
    private static TestGateway other;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(UPSTREAM.port(), Map.of());
        other = TestGateway.start(UPSTREAM.port(), Map.of());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        other.close(); // Only now: the end of one takes the event loops of all in this JVM along.
        UPSTREAM.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer wrong", "Basic abc"})
    void shouldRefuseWithoutAKnownKey(String authorization) {
        UPSTREAM.answer(200, "application/json", ZERO);
        var request = HttpRequest.newBuilder(gateway.uri("/v1/chat/completions"))
                .header("X-Quota-Tenant", "acme")
                .POST(HttpRequest.BodyPublishers.ofString(SMALL));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }

        var response = gateway.send(request.build());

        assertProblem(response, 401, "unauthenticated");
        assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(UPSTREAM.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\":\"t1-large\",\"max_tokens\":-5}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":1.5}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":\"9\"}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":9e18}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":9007199254740991,\"n\":9007199254740991}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":9007199254740991}|invalid-request",
                "{\"model\":\"t1-large\",\"max_tokens\":4097}|invalid-request",
                "{\"model\":\"t1-large\",\"n\":1,\"n\":1}|invalid-request",
                "{\"model\":\"t1-large\"|invalid-request",
                "plain text|invalid-request",
                "{\"model\":\"t1-Large-x\"}|model-not-priced",
                "{}|model-not-priced"
            })
    void shouldRefuseWhatIsInvalid(String body, String code) {
        var tenant = new TestTenant().maxOutputTokens(4096).open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        assertProblem(gateway.chat(tenant, body), 400, code);
        assertUntouched(tenant);
    }

    @Test
    void shouldRefuseWhatIsTooLarge() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);
        String body = "{\"model\":\"t1-large\",\"x\":\"" + "y".repeat(12 * 1024 * 1024) + "\"}";

        assertProblem(gateway.chat(tenant, body), 413, "request-too-large");

        var chunked = gateway.request("/v1/chat/completions", tenant)
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
        assertProblem(gateway.send(chunked), 413, "request-too-large");
        assertUntouched(tenant);
    }

    @ParameterizedTest
    @EnumSource(
            value = Level.class,
            names = {"ORG", "APP", "KEY"})
    void shouldHoldNothingAnywhereWhenOneLevelIsShort(Level level) {
        var tenant = new TestTenant()
                .limit(Level.ORG, 1_000_000)
                .limit(Level.APP, 1_000_000)
                .limit(Level.KEY, 1_000_000)
                .limit(level, 5_000)
                .open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        for (int i = 0; i < 20; i++) {
            var response = gateway.chat(tenant, SMALL);
            assertProblem(response, 429, "quota-exhausted");
            assertThat(text(response))
                    .contains("\"level\":\"" + level.name().toLowerCase(java.util.Locale.ROOT) + "\"");
            assertThat(text(response)).contains("\"available\":5000").contains("\"needed\":10");
            assertThat(retryAfter(response)).isPositive();
        }
        assertUntouched(tenant);
    }

    @Test
    void shouldHoldTheDefaultOutputWhenTheRequestNamesNone() {
        UPSTREAM.answer(200, "application/json", "{\"usage\":{\"prompt_tokens\":30,\"completion_tokens\":20}}");
        var poor = new TestTenant().limit(Level.KEY, 50_000).open(gateway.view());
        var refusal = gateway.chat(poor, "{\"model\":\"t1-large\"}");
        assertProblem(refusal, 429, "quota-exhausted");
        assertThat(text(refusal)).contains("\"needed\":82020").contains("\"available\":50000");
        assertUntouched(poor);

        var rich = new TestTenant().limit(Level.KEY, 200_000).open(gateway.view());
        assertThat(gateway.chat(rich, "{\"model\":\"t1-large\"}").statusCode()).isEqualTo(200);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(rich.balance(Level.KEY).consumed()).isEqualTo(2200));
        assertThat(rich.balance(Level.KEY).reserved()).isZero();
        assertThat(rich.eventsOfClosedCall().get(0).getPrepaid().getLegs())
                .extracting("held")
                .containsOnly(82_020L);
    }

    @Test
    void shouldSayThatCallsInFlightAreTheReason() {
        var tenant = new TestTenant().limit(Level.KEY, 100_000).open(gateway.view());
        var release = new CompletableFuture<String>();
        UPSTREAM.answer((request, response) ->
                response.header("Content-Type", "application/json").sendString(Mono.fromFuture(release)));
        String body = "{\"model\":\"t1-large\",\"max_tokens\":500}";
        var calls = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 2; i++) {
            calls.add(gateway.client()
                    .sendAsync(
                            gateway.request("/v1/chat/completions", tenant)
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString()));
        }
        Awaitility.await().until(() -> UPSTREAM.received().size() == 2);

        var refusal = gateway.chat(tenant, body);
        release.complete("{\"usage\":{\"prompt_tokens\":30,\"completion_tokens\":10}}");

        assertProblem(refusal, 429, "quota-held-in-flight");
        assertThat(retryAfter(refusal)).isEqualTo(1);
        assertThat(calls)
                .allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(200));
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(2800));
        assertThat(gateway.chat(tenant, body).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldTellRateLimitsFromQuota() {
        var tenant = new TestTenant().rate(Level.KEY, 2, 60_000).open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        assertThat(gateway.chat(tenant, SMALL).statusCode()).isEqualTo(200);
        assertThat(gateway.chat(tenant, SMALL).statusCode()).isEqualTo(200);
        var refusal = gateway.chat(tenant, SMALL);

        assertProblem(refusal, 429, "rate-limited");
        assertThat(retryAfter(refusal)).isBetween(1L, 60L);
        assertThat(UPSTREAM.received()).hasSize(2);
    }

    @Test
    void shouldAdmitIntoOverageAndThenAskForPayment() {
        var tenant = new TestTenant().limit(Level.KEY, 5_000).keyOverage(10_000).open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        var admitted = gateway.chat(tenant, SMALL);
        assertThat(admitted.statusCode()).isEqualTo(200);
        assertThat(admitted.headers().firstValue("X-Quota-Overage")).hasValue("true");
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(10_000));

        assertProblem(gateway.chat(tenant, SMALL), 402, "overage-exhausted");
        assertThat(UPSTREAM.received()).hasSize(1);
    }

    @Test
    void shouldPassAFreeModelWhenTheBudgetIsExhausted() {
        var tenant = new TestTenant().limit(Level.KEY, 0).open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        assertThat(gateway.chat(tenant, "{\"model\":\"t1-free\"}").statusCode()).isEqualTo(200);
        assertThat(tenant.eventsOfClosedCall().get(1).getSettled().getLegs())
                .extracting("consumed")
                .containsOnly(0L);
    }

    @Test
    void shouldWarnWhenLittleIsLeft() {
        var tenant = new TestTenant().limit(Level.KEY, 11_000).open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        var response = gateway.chat(tenant, SMALL);

        assertThat(response.headers().firstValue("X-Quota-Warning").orElseThrow())
                .startsWith("key-units-");
        assertThat(response.headers().firstValue("RateLimit").orElseThrow())
                .matches("\"key-units-[-0-9]+\";r=\\d+;t=\\d+");
        assertThat(response.headers().firstValue("RateLimit-Policy").orElseThrow())
                .endsWith(";q=11000;w=86400");
    }

    @Test
    void shouldAskOnceForAccountsThatRedisLacksAndThenGiveUp() {
        var tenant = new TestTenant().unseeded().open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);

        var responses = parallel(tenant, 5, List.of(gateway));

        assertThat(responses).allSatisfy(response -> assertProblem(response, 503, "store-unavailable"));
        assertThat(UPSTREAM.received()).isEmpty();
        Awaitility.await().until(() -> tenant.events().size() == 3);
        assertThat(tenant.events()).allMatch(event -> event.getSeedRequested() != null);
    }

    @Test
    void shouldWaitForASeedThatComesInTime() {
        var tenant = new TestTenant().unseeded().open(gateway.view());
        UPSTREAM.answer(200, "application/json", ZERO);
        var seeding = CompletableFuture.runAsync(() -> {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> tenant.events().size() == 3);
            tenant.seed();
        });

        var response = gateway.chat(tenant, SMALL);

        seeding.join();
        assertThat(response.statusCode()).isEqualTo(200);
    }

    /** Case B25. */
    @Test
    void shouldGiveFiftyRacingClientsOfTwoGatewaysExactlyWhatIsThere() {
        var tenant = new TestTenant().limit(Level.KEY, 105_000).open(gateway.view());
        UPSTREAM.answer((request, response) -> response.header("Content-Type", "application/json")
                .sendString(Mono.just(ZERO).delayElement(Duration.ofMillis(500))));
        var responses = parallel(tenant, 25, List.of(gateway, other));

        var served = responses.stream()
                .filter(response -> response.statusCode() == 200)
                .toList();
        assertThat(served).hasSize(10);
        assertThat(responses)
                .filteredOn(response -> response.statusCode() == 429)
                .hasSize(40);
        assertThat(UPSTREAM.received()).hasSize(10);
        long hold =
                105_000 - served.stream().mapToLong(RefusalIT::remaining).max().orElseThrow();
        assertThat(served.stream().map(RefusalIT::remaining))
                .as("each hold leaves less than the one before, and never less than nothing")
                .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 10)
                        .mapToObj(calls -> 105_000 - calls * hold)
                        .toList())
                .allMatch(remaining -> remaining >= 0);
        Awaitility.await().untilAsserted(() -> {
            for (var level : List.of(Level.ORG, Level.APP, Level.KEY)) {
                assertThat(tenant.balance(level).consumed()).isEqualTo(100_000);
                assertThat(tenant.balance(level).reserved()).isZero();
            }
        });
        Awaitility.await().until(() -> tenant.events().size() == 20);
    }

    private static long remaining(HttpResponse<byte[]> response) {
        var rateLimit = response.headers().firstValue("RateLimit").orElseThrow();
        return Long.parseLong(rateLimit.replaceAll(".*;r=(\\d+).*", "$1"));
    }

    private static List<HttpResponse<byte[]>> parallel(TestTenant tenant, int callsEach, List<TestGateway> gateways) {
        var running = new ArrayList<CompletableFuture<HttpResponse<byte[]>>>();
        for (int call = 0; call < callsEach; call++) {
            for (var each : gateways) {
                var request = each.request("/v1/chat/completions", tenant)
                        .POST(HttpRequest.BodyPublishers.ofString(SMALL))
                        .build();
                running.add(each.client().sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()));
            }
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    private static void assertProblem(HttpResponse<byte[]> response, int status, String code) {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(text(response))
                .contains("\"type\":\"urn:quota:problem:" + code + "\"")
                .contains("\"status\":" + status)
                .contains("\"code\":\"" + code + "\"");
        if (status == 503) {
            assertThat(retryAfter(response)).isPositive();
        }
    }

    private static void assertUntouched(TestTenant tenant) {
        assertThat(UPSTREAM.received()).isEmpty();
        assertThat(tenant.events()).isEmpty();
        for (var level : List.of(Level.ORG, Level.APP, Level.KEY)) {
            assertThat(tenant.balance(level).consumed()).isZero();
            assertThat(tenant.balance(level).reserved()).isZero();
        }
    }

    private static long retryAfter(HttpResponse<byte[]> response) {
        return response.headers().firstValueAsLong("Retry-After").orElse(0);
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
