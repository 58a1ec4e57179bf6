package io.quotaledger.ledgerservice;

import static io.quotaledger.ledgerservice.ServiceClient.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The books of a tenant that has one wallet, as the service tells them and as Redis has them. */
final class TenantBooks {
    static final AccountRef WALLET = new AccountRef(Level.ORG, "-", "usd", "-");

    private static final Duration SOON = Duration.ofMinutes(5);

    private final String tenantId;

    TenantBooks(String tenantId) {
        this.tenantId = tenantId;
    }

    String balancesPath() {
        return "/v1/tenants/" + tenantId + "/balances";
    }

    /** Asks for the first seed of the wallet. */
    void seed(EventLog log) {
        log.append(EventLog.event(tenantId)
                .setSeedRequested(new SeedRequested(WALLET, SeedReason.ABSENT, null))
                .build());
    }

    JsonNode wallet(ServiceClient client) {
        return wallet(patiently(() -> client.get(balancesPath())).mustBe(200));
    }

    static JsonNode wallet(ServiceClient.Answer answer) {
        return answer.json().path("balances").get(0);
    }

    List<JsonNode> journal(ServiceClient client) {
        var entries = new ArrayList<JsonNode>();
        var cursor = "";
        do {
            var path = "/v1/tenants/" + tenantId + "/journal?limit=1000" + cursor;
            var page = patiently(() -> client.get(path)).mustBe(200).json();
            page.path("entries").forEach(entries::add);
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asText();
        } while (!cursor.isEmpty());
        return entries;
    }

    /** Waits until all that was consumed is booked, and looks whether nothing else is. */
    void assertBooked(LocalStack stack, ServiceClient client, long granted, long consumed, int entries) {
        await().atMost(SOON).until(() -> wallet(client).path("consumed").asLong() >= consumed);
        var wallet = wallet(client);
        assertThat(wallet.path("consumed").asLong()).isEqualTo(consumed);
        assertThat(wallet.path("reserved").asLong()).isZero();
        assertThat(wallet.path("granted").asLong()).isEqualTo(granted);
        assertThat(wallet.path("available").asLong()).isEqualTo(granted - consumed);
        assertThat(journal(client).stream().map(entry -> entry.path("number").asLong()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, entries).boxed().toList());
        assertRedisEqual(stack, wallet, SOON);
    }

    /** Waits until Redis has of the wallet what the ledger told; Redis may be away meanwhile. */
    void assertRedisEqual(LocalStack stack, JsonNode wallet, Duration within) {
        try (var redis = redis(stack)) {
            await().atMost(within).ignoreExceptions().untilAsserted(() -> {
                var stored = redis.inspect(AccountKey.of(tenantId, WALLET))
                        .toCompletableFuture()
                        .join()
                        .orElseThrow()
                        .balance();
                assertThat(stored.granted()).isEqualTo(wallet.path("granted").asLong());
                assertThat(stored.reserved()).isEqualTo(wallet.path("reserved").asLong());
                assertThat(stored.consumed()).isEqualTo(wallet.path("consumed").asLong());
            });
        }
    }

    static LettuceQuotaStore redis(LocalStack stack) {
        var registry = Map.of("schema.registry.url", stack.registryUrl().toString());
        return LettuceQuotaStore.connect(StoreSettings.of(stack.redisUri()), AvroSerde.forTopics(registry));
    }
}
