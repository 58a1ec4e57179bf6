package io.quotaledger.gatewayfilter.it;

import static io.quotaledger.gatewayfilter.it.StubUpstream.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Every way a plain call can end: one hold, one terminal event, nothing held afterwards. */
class EndingIT {
    private static final String REQUEST = "{\"model\":\"t1-large\",\"max_tokens\":64}";
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway gateway;
    private static TestGateway broken;
    private static TestGateway nowhere;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(
                UPSTREAM.port(), Map.of("spring.cloud.gateway.server.webflux.httpclient.response-timeout", "1s"));
        broken = TestGateway.start(
                UPSTREAM.port(),
                Map.of("spring.cloud.gateway.server.webflux.routes[0].filters[1]", "RewritePath=/v1/(?<x>.*), /${y}"));
        nowhere = TestGateway.start(closedPort(), Map.of());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        broken.close();
        nowhere.close();
        UPSTREAM.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 429, 500, 502, 503})
    void shouldRefundWhenTheUpstreamRefuses(int status) {
        var tenant = new TestTenant().open(gateway.view());
        String body = "{\"error\":{\"message\":\"no\"},\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":5}}";
        UPSTREAM.answer(status, "application/json", body);

        var response = gateway.chat(tenant, REQUEST);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(bytes(body));
        var refunded = terminal(tenant).getRefunded();
        assertThat(refunded.getReason()).isEqualTo("upstream_error");
        assertThat(refunded.getUpstreamStatus()).isEqualTo(status);
        assertNothingHeld(tenant, 0);
    }

    @Test
    void shouldRefundWhenTheUpstreamCannotBeReached() {
        var tenant = new TestTenant().open(nowhere.view());

        var response = nowhere.chat(tenant, REQUEST);

        assertThat(response.statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(terminal(tenant).getRefunded().getReason()).isEqualTo("connect_failed");
        assertNothingHeld(tenant, 0);
    }

    @Test
    void shouldRefundWhenTheUpstreamDoesNotAnswerInTime() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer((request, response) -> Mono.never());

        var response = gateway.chat(tenant, REQUEST);

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(terminal(tenant).getRefunded().getReason()).isEqualTo("timeout");
        assertNothingHeld(tenant, 0);
    }

    @Test
    void shouldRefundWhenAFilterFails() {
        var tenant = new TestTenant().open(broken.view());

        var response = broken.chat(tenant, REQUEST);

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(terminal(tenant).getRefunded().getReason()).isEqualTo("gateway_error");
        assertNothingHeld(tenant, 0);
    }

    @Test
    void shouldRefundWhenTheAnswerIsEmpty() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer((request, response) -> response.status(200).send());

        gateway.chat(tenant, REQUEST);

        assertThat(terminal(tenant).getRefunded().getReason()).isEqualTo("empty_response");
        assertNothingHeld(tenant, 0);
    }

    @Test
    void shouldEstimateWhenTheAnswerBreaksOffAfterContent() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer((request, response) -> response.header("Content-Type", "application/json")
                .header("Content-Length", "5000")
                .sendString(
                        Flux.just("{\"choices\":[{\"message\":{\"content\":\"half an answer")
                                .concatWith(Mono.delay(Duration.ofMillis(200))
                                        .then(Mono.error(new IllegalStateException()))),
                        StandardCharsets.UTF_8));

        try {
            gateway.chat(tenant, REQUEST);
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessageContaining("bytes received: 49");
        }

        var settled = terminal(tenant).getSettled();
        assertThat(settled.getProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(settled.getUsage().getOutput()).isEqualTo(4);
    }

    @Test
    void shouldChargeInFullWhenTheUpstreamReportsMoreThanWasHeld() {
        var tenant = new TestTenant().limit(Level.KEY, 2_000).open(gateway.view());
        UPSTREAM.answer(200, "application/json", "{\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":60}}");

        gateway.chat(tenant, "{\"model\":\"t1-large\",\"max_tokens\":20}");

        assertNothingHeld(tenant, 5420);
        assertThat(tenant.balance(Level.KEY).available()).isEqualTo(-3420);
        assertThat(gateway.chat(tenant, REQUEST).statusCode()).isEqualTo(429);
    }

    @Test
    void shouldPassLargeBodiesUnchanged() {
        var tenant = new TestTenant().open(gateway.view());
        String request = "{\"model\":\"t1-large\",\"messages\":[\"" + "lorem ipsum ".repeat(34_000) + "\"]}";
        String reply = "{\"choices\":[{\"message\":{\"content\":\"" + "dolor sit ".repeat(70_000)
                + "\"}}],\"usage\":{\"prompt_tokens\":95000,\"completion_tokens\":4000,\"total_tokens\":99000}}";
        UPSTREAM.answer(200, "application/json", reply);

        var response = gateway.chat(tenant, request);

        assertThat(response.body()).isEqualTo(bytes(reply));
        assertThat(UPSTREAM.received().get(0).body().array()).isEqualTo(bytes(request));
        assertNothingHeld(tenant, 2_220_000);
    }

    @Test
    void shouldChargeCallsAloneWhenARequestHasNoBody() {
        var tenant = new TestTenant().countingCalls().open(gateway.view());
        UPSTREAM.answer(
                200, "application/json", "{\"data\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":9}}");

        var response = gateway.send(gateway.request("/v1/models", tenant).GET().build());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(terminal(tenant).getSettled().getProvenance()).isEqualTo(Provenance.PER_CALL);
        assertNothingHeld(tenant, 0);
        assertThat(tenant.calls(Level.KEY).consumed()).isEqualTo(1);
    }

    @Test
    void shouldHoldAndChargeNoOutputForEmbeddings() {
        var tenant = new TestTenant().limit(Level.KEY, 500).open(gateway.view());
        UPSTREAM.answer(
                200,
                "application/json",
                "{\"object\":\"list\",\"data\":[{},{},{}],\"model\":\"t1-embed\",\"usage\":{\"prompt_tokens\":18,\"total_tokens\":18}}");

        gateway.post("/v1/embeddings", tenant, "{\"model\":\"t1-embed\",\"input\":[\"a\",\"b\",\"c\"]}");

        assertThat(terminal(tenant).getSettled().getProvenance()).isEqualTo(Provenance.REPORTED);
        assertNothingHeld(tenant, 90);
    }

    @Test
    void shouldEstimateEmbeddingsWithoutUsage() {
        var tenant = new TestTenant().limit(Level.KEY, 500).open(gateway.view());
        UPSTREAM.answer(200, "application/json", "{\"object\":\"list\",\"data\":[{},{},{}],\"model\":\"t1-embed\"}");

        gateway.post("/v1/embeddings", tenant, "{\"model\":\"t1-embed\",\"input\":[\"a\",\"b\",\"c\"]}");

        assertThat(terminal(tenant).getSettled().getProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(tenant.balance(Level.KEY).consumed()).isPositive();
    }

    private static int closedPort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static QuotaEvent terminal(TestTenant tenant) {
        var events = tenant.eventsOfClosedCall();
        assertThat(events).hasSize(2);
        return events.get(0).getPrepaid() == null ? events.get(0) : events.get(1);
    }

    private static void assertNothingHeld(TestTenant tenant, long consumed) {
        Awaitility.await().untilAsserted(() -> {
            for (var level : List.of(Level.ORG, Level.APP, Level.KEY)) {
                assertThat(tenant.balance(level).reserved()).isZero();
                assertThat(tenant.balance(level).consumed()).isEqualTo(consumed);
            }
        });
    }

    @Test
    void shouldKeepHeadersOfAClientFromTheUpstreamWhenTheyAreOurs() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer(200, "application/json", "{\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}");

        var response = gateway.send(gateway.request("/v1/chat/completions", tenant)
                .header("X-Quota-Tenant", "other")
                .header("X-Quota-Overage", "true")
                .header("X-Custom", "kept")
                .POST(HttpRequest.BodyPublishers.ofString(REQUEST))
                .build());

        assertThat(response.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"key-units-");
        assertThat(response.headers().firstValue("X-Quota-Overage")).isEmpty();
        var headers = UPSTREAM.received().get(0).headers();
        assertThat(headers).containsEntry("X-Custom", "kept");
        assertThat(headers).doesNotContainKeys("X-Quota-Tenant", "X-Quota-Overage", "Authorization");
        assertThat(terminal(tenant).getTenantId()).isEqualTo(tenant.id);
    }
}
