package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Commands with an Idempotency-Key are applied once, however often they are sent. */
class IdempotencyIT extends ServiceTest {
    private static final String HEADER = "Idempotency-Key";

    @BeforeAll
    void openATenant() {
        operator().put("/v1/price-books/idem-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator().put("/v1/plans/idem-plan", Bodies.plan("idem-prices")).mustBe(200);
        for (var tenant : new String[] {"idem-a", "idem-b"}) {
            operator()
                    .post("/v1/tenants", Bodies.tenant(tenant, "idem-plan"), HEADER, "open")
                    .mustBe(201);
            operator()
                    .post("/v1/tenants/" + tenant + "/apps", "{\"appId\":\"chat\"}")
                    .mustBe(201);
        }
    }

    private long granted(String tenantId) {
        return operator()
                .get("/v1/tenants/" + tenantId + "/balances")
                .mustBe(200)
                .json()
                .path("balances")
                .get(0)
                .path("granted")
                .asLong();
    }

    @Test
    void shouldAnswerAsBeforeWhenACommandIsRepeated() {
        var before = granted("idem-a");
        var first = operator()
                .post("/v1/tenants/idem-a/grants", Bodies.grant(100), HEADER, "g1")
                .mustBe(201);
        var second = operator()
                .post("/v1/tenants/idem-a/grants", Bodies.grant(100), HEADER, "g1")
                .mustBe(201);
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(granted("idem-a")).isEqualTo(before + 100);
        operator()
                .post("/v1/tenants", Bodies.tenant("idem-a", "idem-plan"), HEADER, "open")
                .mustBe(201);
    }

    @Test
    void shouldRefuseWhenTheSameKeyComesWithOtherContent() {
        operator()
                .post("/v1/tenants/idem-a/grants", Bodies.grant(7), HEADER, "g2")
                .mustBe(201);
        operator()
                .post("/v1/tenants/idem-a/grants", Bodies.grant(8), HEADER, "g2")
                .mustBeProblem(422, "event_id_reused");
    }

    @Test
    void shouldKeepTenantsApartWhenTheyUseTheSameKey() {
        var before = granted("idem-b");
        operator()
                .post("/v1/tenants/idem-a/grants", Bodies.grant(30), HEADER, "g3")
                .mustBe(201);
        operator()
                .post("/v1/tenants/idem-b/grants", Bodies.grant(40), HEADER, "g3")
                .mustBe(201);
        assertThat(granted("idem-b")).isEqualTo(before + 40);
    }

    @Test
    void shouldApplyOnceWhenTheSameCommandIsSentAtOnceByMany() {
        operator().post("/v1/tenants", Bodies.tenant("idem-race", "idem-plan")).mustBe(201);
        var answers = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> operator()
                        .post("/v1/tenants/idem-race/grants", Bodies.grant(i % 2 == 0 ? 500 : 600), HEADER, "race")))
                .toList();
        var statuses = answers.stream().map(answer -> answer.join().status()).toList();
        assertThat(statuses)
                .containsOnly(201, 422)
                .filteredOn(status -> status == 201)
                .hasSize(10);
        assertThat(granted("idem-race")).isIn(500L, 600L);
    }

    @Test
    void shouldNotShowASecretTwiceWhenAKeyIsIssuedAgain() {
        var path = "/v1/tenants/idem-a/apps/chat/keys";
        var first = operator().post(path, "{}", HEADER, "key-1").mustBe(201).json();
        operator().post(path, "{}", HEADER, "key-1").mustBeProblem(409, "secret_already_shown");
        var other = operator().post(path, "{}", HEADER, "key-2").mustBe(201).json();
        assertThat(other.path("secret")).isNotEqualTo(first.path("secret"));
        assertThat(other.path("keyId")).isNotEqualTo(first.path("keyId"));
    }
}
