package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole way of tenants over HTTP and the log, to what Redis holds. */
class FlowIT extends ServiceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final AccountRef WALLET = new AccountRef(Level.ORG, "-", "usd", "-");

    @Inject
    LettuceQuotaStore redis;

    @BeforeAll
    void publishCatalog() {
        operator().put("/v1/price-books/flow-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator().put("/v1/plans/flow-plan", Bodies.plan("flow-prices")).mustBe(200);
    }

    private void open(String tenantId) {
        operator().post("/v1/tenants", Bodies.tenant(tenantId, "flow-plan")).mustBe(201);
        operator()
                .post("/v1/tenants/" + tenantId + "/apps", "{\"appId\":\"chat\"}")
                .mustBe(201);
    }

    private void grant(String tenantId, long amount) {
        operator()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(amount))
                .mustBe(201);
    }

    private JsonNode wallet(String tenantId) {
        var balances = operator()
                .get("/v1/tenants/" + tenantId + "/balances")
                .mustBe(200)
                .json()
                .path("balances");
        return StreamSupport.stream(balances.spliterator(), false)
                .filter(row -> row.path("level").asText().equals("org"))
                .findFirst()
                .orElseThrow();
    }

    private Optional<StoredAccount> inRedis(String tenantId) {
        return redis.inspect(AccountKey.of(tenantId, WALLET))
                .toCompletableFuture()
                .join();
    }

    private void askForSeed(EventLog log, String tenantId) {
        log.append(EventLog.event(tenantId)
                .setSeedRequested(new SeedRequested(WALLET, SeedReason.ABSENT, null))
                .build());
    }

    @Test
    void shouldShowWhatWasOpenedAndGrantedWhenAnOperatorAsks() {
        open("flow-a");
        var key = operator()
                .post("/v1/tenants/flow-a/apps/chat/keys", "{\"keyId\":\"k1\"}")
                .mustBe(201)
                .json();
        assertThat(key.path("secret").asText()).matches("qk_[A-Za-z0-9_-]{43}");
        grant("flow-a", 5_000_000);
        operator()
                .put("/v1/tenants/flow-a/budgets", Bodies.budget("chat/k1", 50_000))
                .mustBe(200);

        assertThat(wallet("flow-a").path("available").asLong()).isEqualTo(5_000_000);
        var entry = operator()
                .get("/v1/tenants/flow-a/journal?level=org&scope=-&meter=usd")
                .mustBe(200)
                .json()
                .path("entries")
                .get(0);
        assertThat(entry.path("kind").asText()).isEqualTo("granted");
        assertThat(entry.path("actor").asText()).isEqualTo("operator");
        assertThat(entry.path("reason").asText()).isEqualTo("top-up");
        assertThat(entry.path("movements")
                        .get(0)
                        .path("postings")
                        .get(0)
                        .path("amount")
                        .asLong())
                .isEqualTo(5_000_000);
    }

    @Test
    void shouldNeverPutASecretIntoAnswersWhenReadingBack() {
        open("flow-secret");
        var secret = operator()
                .post("/v1/tenants/flow-secret/apps/chat/keys", "{}")
                .mustBe(201)
                .json()
                .path("secret")
                .asText();
        for (var path : new String[] {"/balances", "/journal"}) {
            assertThat(operator().get("/v1/tenants/flow-secret" + path).text()).doesNotContain(secret);
        }
    }

    @Test
    void shouldBookEventsAndBringThemToRedisWhenGatewaysSendThem() {
        open("flow-b");
        grant("flow-b", 1_000);
        try (var log = new EventLog()) {
            askForSeed(log, "flow-b");
            await().atMost(SOON).until(() -> inRedis("flow-b").isPresent());
            log.prepaid("flow-b", "r-held", WALLET, 100);
            log.prepaid("flow-b", "r-settled", WALLET, 200);
            log.settled("flow-b", "r-settled", WALLET, 200, 150);
            log.prepaid("flow-b", "r-refunded", WALLET, 300);
            log.refunded("flow-b", "r-refunded", WALLET, 300);
            log.prepaid("flow-b", "r-expired", WALLET, 50, Duration.ofMillis(1));
        }
        awaitReservation("flow-b", "r-settled", "settled");
        awaitReservation("flow-b", "r-refunded", "refunded");
        awaitReservation("flow-b", "r-expired", "expired");
        awaitReservation("flow-b", "r-held", "held");

        var wallet = wallet("flow-b");
        assertThat(wallet.path("granted").asLong()).isEqualTo(1_000);
        assertThat(wallet.path("reserved").asLong()).isEqualTo(100);
        assertThat(wallet.path("consumed").asLong()).isEqualTo(150);
        assertThat(wallet.path("available").asLong()).isEqualTo(750);
        assertThat(wallet.path("refunded").asLong()).isEqualTo(300);
        awaitRedisEqualToTheLedger("flow-b");
        assertThat(operator().get("/prometheus").text()).contains("quota_sync_instructions_total");
    }

    @Test
    void shouldAskForASeedWhenRedisMissesAnUpdate() {
        open("flow-gap");
        grant("flow-gap", 1_000);
        try (var log = new EventLog()) {
            askForSeed(log, "flow-gap");
            await().atMost(SOON).until(() -> inRedis("flow-gap").isPresent());
        }
        var epoch = inRedis("flow-gap").orElseThrow().epoch();
        RedisHand.loseAnUpdate(AccountKey.of("flow-gap", WALLET));
        grant("flow-gap", 500);
        await().atMost(SOON).until(() -> inRedis("flow-gap").orElseThrow().epoch() == epoch + 1);
        awaitRedisEqualToTheLedger("flow-gap");
    }

    @Test
    void shouldSayInPlainWordsHowTheTwoSidesStand() {
        open("flow-inspect");
        grant("flow-inspect", 1_000);
        var path = "/v1/tenants/flow-inspect/accounts/inspect?level=org&meter=usd";
        var unseeded = operator().get(path).mustBe(200).json();
        assertThat(unseeded.path("finding").asText()).isEqualTo("never_seeded");
        assertThat(unseeded.path("redis").isNull()).isTrue();
        try (var log = new EventLog()) {
            askForSeed(log, "flow-inspect");
            await().atMost(SOON).until(() -> inRedis("flow-inspect").isPresent());
        }
        var equal = operator().get(path).mustBe(200).json();
        assertThat(equal.path("finding").asText()).isEqualTo("equal");
        assertThat(equal.path("redis").path("available").asLong()).isEqualTo(1_000);
        assertThat(equal.path("ledger").path("epoch").asLong()).isEqualTo(1);

        RedisHand.add(AccountKey.of("flow-inspect", WALLET), "consumed", 7);
        var different = operator().get(path).mustBe(200).json();
        assertThat(different.path("finding").asText()).isEqualTo("different");
        assertThat(different.path("explanation").asText()).contains("another hand");

        operator().get(path.replace("org", "app")).mustBe(404);
        operator().get(path + "&metre=usd").mustBe(400);
        operator().get(path + "&period=x").mustBe(400);
        operator().get(path + "&period=2026-11-30T10%2B0100").mustBe(404);
    }

    @Test
    void shouldCatchUpWithoutAGapWhenRedisHangsForAWhile() {
        open("flow-hang");
        grant("flow-hang", 1_000);
        try (var log = new EventLog()) {
            askForSeed(log, "flow-hang");
            await().atMost(SOON).until(() -> inRedis("flow-hang").isPresent());
        }
        var before = inRedis("flow-hang").orElseThrow();
        SharedStack.get().redis().suspend();
        try {
            for (int i = 0; i < 20; i++) {
                grant("flow-hang", 10 + i);
            }
        } finally {
            SharedStack.get().redis().resume();
        }
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> inRedis("flow-hang").orElseThrow().updates() == before.updates() + 20);
        assertThat(inRedis("flow-hang").orElseThrow().epoch()).isEqualTo(before.epoch());
        awaitRedisEqualToTheLedger("flow-hang");
    }

    @Test
    void shouldPageThroughTheWholeJournalWhenFollowingCursors() {
        open("flow-pages");
        for (int i = 0; i < 7; i++) {
            grant("flow-pages", 10 + i);
        }
        for (var filter : List.of("", "&level=org&scope=-&meter=usd")) {
            var numbers = new ArrayList<Long>();
            var cursor = "";
            do {
                var page = operator()
                        .get("/v1/tenants/flow-pages/journal?limit=3" + filter + cursor)
                        .mustBe(200)
                        .json();
                page.path("entries")
                        .forEach(entry -> numbers.add(entry.path("number").asLong()));
                cursor = page.path("nextCursor").isNull()
                        ? ""
                        : "&cursor=" + page.path("nextCursor").asText();
            } while (!cursor.isEmpty());
            assertThat(numbers).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        }
    }

    @Test
    void shouldTellEveryTenantWhenItsPlanChanges() {
        var plan = Bodies.plan("flow-prices").replace("\"PT2M\"", "90");
        operator().put("/v1/plans/flow-changing", plan).mustBe(200);
        operator()
                .post("/v1/tenants", Bodies.tenant("flow-plan-1", "flow-changing"))
                .mustBe(201);
        operator()
                .post("/v1/tenants", Bodies.tenant("flow-plan-2", "flow-changing"))
                .mustBe(201);

        var same = operator().put("/v1/plans/flow-changing", plan).mustBe(200).json();
        assertThat(same.path("version").asLong()).isEqualTo(1);
        assertThat(same.path("assigned").asInt()).isZero();
        var next = operator()
                .put("/v1/plans/flow-changing", plan.replace("90", "91"))
                .mustBe(200)
                .json();
        assertThat(next.path("version").asLong()).isEqualTo(2);
        assertThat(next.path("assigned").asInt()).isEqualTo(2);
        assertThat(next.path("refused")).isEmpty();
        var open = plan.replace("{\"policy\":\"bounded\",\"sharePercent\":10}", "{\"policy\":\"open\"}");
        assertThat(operator()
                        .put("/v1/plans/flow-changing", open)
                        .mustBe(200)
                        .json()
                        .path("version")
                        .asLong())
                .isEqualTo(3);
    }

    private void awaitReservation(String tenantId, String reservationId, String state) {
        await().atMost(SOON).ignoreExceptionsInstanceOf(AssertionError.class).until(() -> operator()
                .get("/v1/tenants/" + tenantId + "/reservations/" + reservationId)
                .mustBe(200)
                .json()
                .path("state")
                .asText()
                .equals(state));
    }

    private void awaitRedisEqualToTheLedger(String tenantId) {
        await().atMost(SOON).untilAsserted(() -> {
            var ledger = wallet(tenantId);
            var stored = inRedis(tenantId).orElseThrow().balance();
            assertThat(stored.granted()).isEqualTo(ledger.path("granted").asLong());
            assertThat(stored.reserved()).isEqualTo(ledger.path("reserved").asLong());
            assertThat(stored.consumed()).isEqualTo(ledger.path("consumed").asLong());
        });
    }
}
