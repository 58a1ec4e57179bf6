package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Accounts that nobody uses leave Redis, and come back when they are needed. */
class IdleIT extends WalletTest {
    @Override
    public Map<String, String> getProperties() {
        var properties = super.getProperties();
        properties.put("quota.reconciliation.interval", "300ms");
        properties.put("quota.reconciliation.active-for", "1s");
        properties.put("quota.reconciliation.drop-idle-after", "3s");
        properties.put("quota.reconciliation.batch", "2"); // A walk has several pages.
        return properties;
    }

    @Test
    void shouldDropWhatIsIdleAndServeItAgainWhenItIsNeeded() {
        open("idle-1", 1_000);
        awaitDropped("idle-1");
        assertThat(inRedis("idle-1")).isEmpty();
        assertThat(inspect("idle-1", "explanation")).contains("dropped").contains("nobody had used it");
        assertThat(operator().get("/prometheus").text())
                .contains("quota_reconciliation_drops_total{result=\"dropped\"");
        int instructions = instructions("idle-1").size();

        operator().post("/v1/tenants/idle-1/grants", Bodies.grant(500)).mustBe(201);
        // The grant is folded: its outcome was written together with all that it caused.
        assertThat(instructions("idle-1")).as("no update").hasSize(instructions);

        assertThat(admit("idle-1", 100)).isInstanceOf(AdmitResult.Unseeded.class);
        askForSeed("idle-1", WALLET);
        await().atMost(SOON).until(() -> admit("idle-1", 1_200) instanceof AdmitResult.Admitted);
        assertThat(admit("idle-1", 301)).isInstanceOf(AdmitResult.Exhausted.class);
        assertThat(instructions("idle-1")).last().satisfies(seed -> assertThat(seed.getSeed())
                .isNotNull());
        assertThat(inRedis("idle-1").orElseThrow().epoch()).isEqualTo(3);
        await().atMost(SOON).until(() -> inspect("idle-1", "finding").equals("equal"));
    }

    @Test
    void shouldKeepAnAccountAsLongAsACallHoldsSomethingOfIt() {
        open("idle-held", 1_000);
        assertThat(admit("idle-held", "idle-held-1", 100)).isInstanceOf(AdmitResult.Admitted.class);
        open("idle-other", 1_000);
        awaitDropped("idle-other"); // It was used later than the one that is held.

        assertThat(inRedis("idle-held").orElseThrow().balance().reserved()).isEqualTo(100);

        var refunded =
                new Refunded("idle-held-1", List.of(new Leg(WALLET, 100L, 0L, null)), "upstream_error", 502, CALL);
        var event = EventLog.event("idle-held").setRefunded(refunded).build();
        assertThat(redis.close(new Closing(event, List.of(key("idle-held"))))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CloseResult.Closed.class);
        awaitDropped("idle-held");
    }

    private void awaitDropped(String tenantId) {
        await().atMost(SOON).until(() -> inspect(tenantId, "finding").equals("dropped"));
    }

    private String inspect(String tenantId, String field) {
        return operator()
                .get("/v1/tenants/" + tenantId + "/accounts/inspect?level=org&meter=usd")
                .mustBe(200)
                .json()
                .path(field)
                .asText();
    }

    private static List<StoreUpdate> instructions(String tenantId) {
        return read(Topic.STORE_UPDATES, StoreUpdate.class).stream()
                .filter(instruction -> instruction.getTenantId().equals(tenantId))
                .toList();
    }
}
