package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.ledgerservice.BadRequests.Route;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may do what: an operator everything, a reader the GETs of its own tenant, others nothing. */
class AuthIT extends ServiceTest {
    private static final String READER = "reader-token-of-auth-a";
    private static final String OTHER_READER = "reader-token-of-auth-b";
    private static final List<String> READS = List.of(
            "/v1/tenants/auth-a/balances", "/v1/tenants/auth-a/journal", "/v1/tenants/auth-a/reservations/none");

    @Override
    public Map<String, String> getProperties() {
        var properties = super.getProperties();
        properties.put("quota.auth.readers.auth-a", READER);
        properties.put("quota.auth.readers.auth-b", OTHER_READER);
        return properties;
    }

    @BeforeAll
    void openATenant() {
        operator().put("/v1/price-books/auth-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator().put("/v1/plans/auth-plan", Bodies.plan("auth-prices")).mustBe(200);
        operator().post("/v1/tenants", Bodies.tenant("auth-a", "auth-plan")).mustBe(201);
    }

    @Test
    void shouldRefuseEveryRouteWhenTheTokenIsMissingOrWrong() {
        for (var client : List.of(client(null), client("wrong"), client(SharedStack.OPERATOR_TOKEN + "x"))) {
            for (var path : READS) {
                var answer = client.get(path).mustBeProblem(401, "unauthorized");
                assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"quota-ledger\"");
            }
            for (Route route : BadRequests.routes()) {
                client.send(route.method(), route.path(), route.body()).mustBeProblem(401, "unauthorized");
            }
        }
    }

    @Test
    void shouldRefuseAnotherSchemeWhenTheTokenIsNotABearer() {
        client(null)
                .send("GET", READS.get(0), null, "Authorization", "Basic b3BlcmF0b3I6eA==")
                .mustBeProblem(401, "unauthorized");
    }

    @Test
    void shouldLetAReaderReadItsOwnTenantWhenItGets() {
        client(READER).get("/v1/tenants/auth-a/balances").mustBe(200);
        client(READER).get("/v1/tenants/auth-a/journal").mustBe(200);
        client(READER).get("/v1/tenants/auth-a/reservations/none").mustBe(404);
        client(READER).get("/v1/reconciliation?tenant=auth-a").mustBeProblem(403, "forbidden");
        operator().get("/v1/reconciliation?tenant=auth-a").mustBe(200);
    }

    @Test
    void shouldForbidAReaderWhenTheTenantIsNotItsOwn() {
        for (var path : READS) {
            client(OTHER_READER).get(path).mustBeProblem(403, "forbidden");
        }
    }

    @Test
    void shouldForbidAReaderWhenItWrites() {
        for (Route route : BadRequests.routes()) {
            var own = route.path().replace("/tenants/bad/", "/tenants/auth-a/");
            client(READER).send(route.method(), own, route.body()).mustBeProblem(403, "forbidden");
        }
    }

    @Test
    void shouldAnswerAnybodyWhenAskedForHealthMetricsOrTheDocument() {
        client(null).get("/health").mustBe(200);
        client(null).get("/health/liveness").mustBe(200);
        client(null).get("/health/readiness").mustBe(200);
        client(null).get("/prometheus").mustBe(200);
        client(null).get("/openapi.yml").mustBe(200);
    }
}
