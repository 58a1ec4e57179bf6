package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with a request, the answer is a clear 4xx, and nothing has changed. */
class BadInputIT extends ServiceTest {
    private String before = "";

    @BeforeAll
    void openATenant() {
        var operator = operator();
        operator.put("/v1/price-books/bad-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator.put("/v1/plans/bad-plan", Bodies.plan("bad-prices")).mustBe(200);
        operator.post("/v1/tenants", Bodies.tenant("bad", "bad-plan")).mustBe(201);
        operator.post("/v1/tenants/bad/apps", "{\"appId\":\"chat\"}").mustBe(201);
        operator.post("/v1/tenants/bad/apps/chat/keys", "{\"keyId\":\"k1\"}").mustBe(201);
        operator.post("/v1/tenants/bad/grants", Bodies.grant(77)).mustBe(201);
        before = state();
    }

    /** Balances and journal, and what a repeat of the catalog says: the same content is no new version. */
    private String state() {
        var operator = operator();
        return operator.get("/v1/tenants/bad/balances").mustBe(200).text()
                + operator.get("/v1/tenants/bad/journal").mustBe(200).text()
                + operator.put("/v1/price-books/bad-prices", Bodies.PRICE_BOOK)
                        .mustBe(200)
                        .text()
                + operator.put("/v1/plans/bad-plan", Bodies.plan("bad-prices"))
                        .mustBe(200)
                        .text();
    }

    @AfterAll
    void nothingMustHaveChanged() {
        assertThat(state()).isEqualTo(before);
        operator().get("/v1/tenants/bad-new/balances").mustBeProblem(404, "not_found");
    }

    @Test
    void shouldRefuseWhenABodyIsSpoilt() {
        var requests = BadRequests.all();
        assertThat(requests).hasSizeGreaterThan(400);
        assertThat(requests).allSatisfy(request -> {
            var answer = operator().send(request.method(), request.path(), request.body());
            assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
            answer.mustBeProblem(answer.status(), answer.json().path("code").asText());
        });
    }

    @Test
    void shouldNameTheFieldWhenItsValueIsWrong() {
        var negative =
                operator().post("/v1/tenants/bad/grants", Bodies.grant(-1)).mustBeProblem(400, "invalid_value");
        assertThat(negative.json().path("field").asText()).isEqualTo("amount");
        var unknown = operator()
                .post("/v1/tenants/bad/apps", "{\"appId\":\"x\",\"colour\":1}")
                .mustBeProblem(400, "unknown_field");
        assertThat(unknown.json().path("field").asText()).isEqualTo("colour");
        var nested = operator()
                .put("/v1/plans/bad-plan", Bodies.plan("bad-prices").replace("\"scale\":6", "\"scale\":10"))
                .mustBeProblem(400, "invalid_value");
        assertThat(nested.json().path("field").asText()).isEqualTo("meters[0].scale");
    }

    @Test
    void shouldRefuseWhenAPlanContradictsItself() {
        var plan = Bodies.plan("bad-prices");
        for (var bad : List.of(
                plan.replace("\"priceBookId\":\"bad-prices\"", "\"priceBookId\":\"no-such-book\""),
                plan.replace("\"priceBookId\":\"bad-prices\",", ""),
                plan.replace("\"meter\":\"tokens\"", "\"meter\":\"calls\""),
                plan.replace("{\"meter\":\"usd\"}", "{\"meter\":\"usd\",\"limit\":5}"),
                plan.replace("{\"meter\":\"usd\"}", "{\"meter\":\"usd\"},{\"meter\":\"usd\"}"),
                plan.replace("\"name\":\"tokens\",\"scale\":0", "\"name\":\"tokens\",\"scale\":2"),
                plan.replace("\"name\":\"tokens\"", "\"name\":\"usd\""))) {
            operator().put("/v1/plans/bad-plan", bad).mustBeProblem(422, "invalid_plan");
        }
    }

    @Test
    void shouldSayWhichRuleRefusedWhenTheLedgerRefuses() {
        var operator = operator();
        operator.post("/v1/tenants", Bodies.tenant("bad", "bad-plan")).mustBeProblem(409, "tenant_exists");
        operator.post("/v1/tenants", Bodies.tenant("bad-new", "no-plan")).mustBeProblem(422, "unknown_plan");
        operator.post("/v1/tenants/nobody/apps", "{\"appId\":\"x\"}").mustBeProblem(404, "unknown_tenant");
        operator.post("/v1/tenants/bad/apps", "{\"appId\":\"chat\"}").mustBeProblem(409, "app_exists");
        operator.post("/v1/tenants/bad/apps/none/keys", "{}").mustBeProblem(404, "unknown_app");
        operator.post("/v1/tenants/bad/apps/chat/keys", "{\"keyId\":\"k1\"}").mustBeProblem(409, "key_exists");
        operator.post("/v1/tenants/bad/grants", Bodies.grant(5).replace("usd", "gold"))
                .mustBeProblem(422, "unknown_meter");
        operator.put("/v1/tenants/bad/budgets", Bodies.budget("chat/none", 5)).mustBeProblem(422, "unknown_scope");
    }

    @Test
    void shouldAnswerInTheRightClassWhenTheRequestIsOfTheWrongForm() {
        var operator = operator();
        operator.get("/v1/nothing").mustBeProblem(404, "not_found");
        operator.get("/v1/tenants/nobody/balances").mustBeProblem(404, "not_found");
        operator.get("/v1/tenants/bad/reservations/none").mustBeProblem(404, "not_found");
        operator.get("/v1/reconciliation?tenant=nobody").mustBeProblem(404, "not_found");
        operator.post("/v1/tenants/nobody/reseed", "{\"reason\":\"r\"}").mustBeProblem(404, "not_found");
        operator.send("DELETE", "/v1/tenants", null).mustBeProblem(405, "method_not_allowed");
        operator.post("/v1/tenants/bad/grants", "amount=5", "Content-Type", "application/x-www-form-urlencoded")
                .mustBeProblem(415, "unsupported_media_type");
        operator.post("/v1/tenants/bad/grants", Bodies.grant(5), "Content-Type", "text/plain")
                .mustBeProblem(415, "unsupported_media_type");
        operator.post("/v1/tenants/bad/grants", Bodies.grant(5).replace("top-up", "x".repeat(300_000)))
                .mustBeProblem(413, "content_too_large");
        operator.send("POST", "/v1/tenants/bad/grants", null).mustBe(400);
        operator.post("/v1/tenants/bad/grants", Bodies.grant(5), "Idempotency-Key", "k".repeat(256))
                .mustBeProblem(400, "invalid_value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/tenants/a%20b/balances",
                "/v1/tenants/%7Bbad%7D/balances",
                "/v1/tenants/bad/balances?colour=red",
                "/v1/tenants/bad/journal?level=galaxy",
                "/v1/tenants/bad/journal?level=ORG",
                "/v1/tenants/bad/journal?scope=a%7Cb",
                "/v1/tenants/bad/journal?metre=usd",
                "/v1/tenants/bad/journal?from=yesterday",
                "/v1/tenants/bad/journal?to=2026-01-01",
                "/v1/tenants/bad/journal?limit=0",
                "/v1/tenants/bad/journal?limit=1001",
                "/v1/tenants/bad/journal?limit=x",
                "/v1/tenants/bad/journal?limit=1&limit=2",
                "/v1/tenants/bad/journal?cursor=%27",
                "/v1/reconciliation",
                "/v1/reconciliation?tenant=a%7Cb",
                "/v1/reconciliation?tenant=bad&verdict=MATCHED",
                "/v1/reconciliation?tenant=bad&from=yesterday",
                "/v1/reconciliation?tenant=bad&to=1969-12-31T23:59:59Z",
                "/v1/tenants/bad/journal?level=org&scope=-&meter=usd&from=%2B999999999-01-01T00:00:00Z",
                "/v1/reconciliation?tenant=bad&limit=0",
                "/v1/reconciliation?tenant=bad&cursor=%27",
                "/v1/reconciliation?tenant=bad&cursor=eA",
                "/v1/reconciliation?tenant=bad&colour=red",
                "/v1/tenants/bad/reservations/a%7Cb",
                "/v1/tenants/bad/reservations/x?y=z"
            })
    void shouldRefuseWhenAQueryIsWrong(String path) {
        operator().get(path).mustBeProblem(400, "invalid_value");
    }
}
