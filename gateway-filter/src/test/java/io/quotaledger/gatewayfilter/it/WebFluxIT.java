package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Provenance;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** A plain WebFlux application that answers by itself, without a gateway; and both filters at once. */
class WebFluxIT {
    private static final String REPLY = "{\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":9}}";

    @Configuration
    static class Routes {
        @Bean
        RouterFunction<ServerResponse> answers() {
            return RouterFunctions.route()
                    .POST("/own/chat", request -> request.bodyToMono(String.class)
                            .flatMap(body -> ServerResponse.ok()
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .bodyValue(REPLY)))
                    .build();
        }
    }

    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway application;

    @BeforeAll
    static void start() {
        application = TestGateway.start(
                UPSTREAM.port(),
                Map.of("quota.webflux.paths", "/own/**,/v1/**", "quota.gateway.global", "true"),
                Routes.class);
    }

    @AfterAll
    static void stop() {
        application.close();
        UPSTREAM.close();
    }

    @Test
    void shouldChargeAnApplicationThatAnswersByItself() {
        var tenant = new TestTenant().open(application.view());

        var response = application.post("/own/chat", tenant, "{\"model\":\"t1-large\"}");

        assertThat(response.statusCode()).isEqualTo(200);
        var settled = tenant.eventsOfClosedCall().get(1).getSettled();
        assertThat(settled.getProvenance()).isEqualTo(Provenance.REPORTED);
        assertThat(settled.getCall().getRoute()).isEqualTo("/own/**");
        assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(1340);
        assertThat(application.post("/own/chat", tenant, "nonsense").statusCode())
                .isEqualTo(400);
    }

    @Test
    void shouldChargeOnceWhenARequestPassesSeveralFilters() {
        var tenant = new TestTenant().open(application.view());
        UPSTREAM.answer(200, "application/json", REPLY);

        assertThat(application.chat(tenant, "{\"model\":\"t1-large\"}").statusCode())
                .isEqualTo(200);

        assertThat(tenant.eventsOfClosedCall()).hasSize(2);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(tenant.balance(Level.KEY).consumed()).isEqualTo(1340));
    }
}
