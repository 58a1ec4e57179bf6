package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.Usage;
import java.net.http.HttpRequest;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain JSON replies: what is charged for them, and what passes through. */
class PlainReplyIT {
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(UPSTREAM.port(), Map.of());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        UPSTREAM.close();
    }

    @Test
    void shouldChargeWhatIsReportedWhenAReplyHasUsage() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer(200, "application/json", reply("{\"prompt_tokens\":31,\"completion_tokens\":9}"));

        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var response = gateway.send(gateway.request("/v1/chat/completions", tenant)
                .header("traceparent", trace)
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"t1-large\",\"max_tokens\":64}"))
                .build());

        assertThat(response.statusCode()).isEqualTo(200);
        var events = tenant.eventsOfClosedCall();
        assertThat(events).hasSize(2).allSatisfy(event -> assertThat(event.getTraceParent())
                .isEqualTo(trace));
        var settled = events.get(1).getSettled();
        assertThat(settled.getProvenance()).isEqualTo(Provenance.REPORTED);
        assertThat(settled.getUsage()).isEqualTo(new Usage(31L, 0L, 0L, 9L));
        assertThat(settled.getLegs()).extracting("consumed").containsExactly(1340L, 1340L, 1340L);
        assertThat(settled.getCall().getRoute()).isEqualTo("models");
        for (var level : new Level[] {Level.ORG, Level.APP, Level.KEY}) {
            assertThat(tenant.balance(level).consumed()).isEqualTo(1340);
            assertThat(tenant.balance(level).reserved()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cached_tokens\":1280}|10160",
                "{\"cached_tokens\":1000,\"cache_write_tokens\":300}|16700",
                "null|33200"
            })
    void shouldCountCachedTokensOnceWhenTheyArePartOfThePrompt(String details, long charge) {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer(
                200,
                "application/json",
                reply("{\"prompt_tokens\":1500,\"completion_tokens\":40,\"total_tokens\":1540,"
                        + "\"prompt_tokens_details\":" + details + "}"));

        gateway.chat(tenant, "{\"model\":\"t1-large\"}");

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(charge));
    }

    private static String reply(String usage) {
        return "{\"id\":\"c1\",\"object\":\"chat.completion\",\"model\":\"t1-large-0924\",\"choices\":[{\"index\":0,"
                + "\"message\":{\"role\":\"assistant\",\"content\":\"Tea\"}}],\"usage\":" + usage + "}";
    }
}
