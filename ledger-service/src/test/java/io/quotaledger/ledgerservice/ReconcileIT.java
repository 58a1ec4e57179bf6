package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.PathAccount;
import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Alert;
import io.quotaledger.schemas.avro.AlertKind;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.Verdict;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis is edited, put back and emptied behind the back of everybody, and is right again soon. Case B30. */
class ReconcileIT extends ServiceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final AccountRef WALLET = new AccountRef(Level.ORG, "-", "usd", "-");
    private static final Call CALL = new Call("chat", "k1", "test", "t1-large", "", 0L);

    @Inject
    LettuceQuotaStore redis;

    @Override
    public Map<String, String> getProperties() {
        var properties = super.getProperties();
        properties.put("quota.reconciliation.interval", "500ms");
        return properties;
    }

    @BeforeAll
    void publishCatalog() {
        operator().put("/v1/price-books/reconcile-prices", Bodies.PRICE_BOOK).mustBe(200);
        operator()
                .put("/v1/plans/reconcile-plan", Bodies.plan("reconcile-prices"))
                .mustBe(200);
    }

    @Test
    void shouldMendABalanceThatIsTooLowThoughItLetsNoCallPass() {
        open("rec-low", 1_000_000);
        RedisHand.add(key("rec-low"), "consumed", 1_000_005);

        assertThat(admit("rec-low", 10)).isInstanceOf(AdmitResult.Exhausted.class);

        await().atMost(SOON).until(() -> admit("rec-low", 10) instanceof AdmitResult.Admitted);
        var drifted = snapshots("rec-low", Verdict.DRIFTED);
        assertThat(drifted).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.getDriftConsumed()).isEqualTo(-1_000_005);
            assertThat(snapshot.getReason()).isEqualTo(UpdateReason.DRIFT);
        });
        assertThat(alerts("rec-low"))
                .singleElement()
                .satisfies(alert -> assertThat(alert.getKind()).isEqualTo(AlertKind.DRIFT))
                .satisfies(alert -> assertThat(alert.getAmount()).isEqualTo(1_000_005));
        var first = operator()
                .get("/v1/reconciliation?tenant=rec-low&verdict=drifted")
                .mustBe(200)
                .json()
                .path("snapshots")
                .path(0);
        assertThat(first.path("drift").path("available").asLong()).isEqualTo(1_000_005);
        assertThat(first.path("account").path("level").asText()).isEqualTo("org");
        assertThat(first.path("reason").asText()).isEqualTo("drift");
        assertThat(operator().get("/prometheus").text())
                .contains("quota_reconciliation_snapshots_total{verdict=\"drifted\"")
                .contains("quota_reconciliation_drift");
    }

    @Test
    void shouldNoticeAnOlderCopyAndBringBackTheLedger() {
        open("rec-old", 1_000);
        var copy = RedisHand.read(key("rec-old"));
        assertThat(admit("rec-old", 700)).isInstanceOf(AdmitResult.Admitted.class);
        await().atMost(SOON).until(() -> snapshots("rec-old", Verdict.MATCHED).stream()
                .anyMatch(snapshot -> snapshot.getStore().getReserved() == 700));

        RedisHand.write(key("rec-old"), copy);
        assertThat(admit("rec-old", 600))
                .isInstanceOf(AdmitResult.Admitted.class); // More than there is: it was put back.

        await().atMost(SOON)
                .until(() ->
                        inRedis("rec-old").map(account -> account.epoch() > 1).orElse(false));
        assertThat(snapshots("rec-old", Verdict.REWOUND)).isNotEmpty();
        await().atMost(SOON).untilAsserted(() -> assertThat(
                        inRedis("rec-old").orElseThrow().balance().reserved())
                .isEqualTo(1_300));
        assertThat(admit("rec-old", 1)).isInstanceOf(AdmitResult.Exhausted.class);
    }

    @Test
    void shouldSeedActiveAccountsAgainWhenRedisIsEmptied() {
        open("rec-flush-1", 1_000);
        open("rec-flush-2", 2_000);

        RedisHand.flush();

        await().atMost(SOON)
                .until(() -> inRedis("rec-flush-1").isPresent()
                        && inRedis("rec-flush-2").isPresent());
        assertThat(inRedis("rec-flush-1").orElseThrow().balance().available()).isEqualTo(1_000);
        assertThat(inRedis("rec-flush-2").orElseThrow().balance().available()).isEqualTo(2_000);
        assertThat(inRedis("rec-flush-2").orElseThrow().epoch()).isGreaterThan(1);
    }

    @Test
    void shouldBeginAnewWhenAnOperatorAsks() {
        open("rec-anew", 1_000);
        var epoch = inRedis("rec-anew").orElseThrow().epoch();
        RedisHand.add(key("rec-anew"), "granted", 500);

        var answer = operator()
                .post("/v1/tenants/rec-anew/reseed", "{\"reason\":\"a test\"}")
                .mustBe(202)
                .json();

        assertThat(answer.path("accounts").asInt()).isEqualTo(1);
        await().atMost(SOON).until(() -> inRedis("rec-anew").orElseThrow().epoch() > epoch);
        assertThat(inRedis("rec-anew").orElseThrow().balance().granted()).isEqualTo(1_000);
    }

    @Test
    void shouldPageThroughSnapshotsNewestFirst() {
        open("rec-pages", 1_000);
        for (int i = 1; i <= 3; i++) {
            int reserved = i * 10;
            assertThat(admit("rec-pages", 10)).isInstanceOf(AdmitResult.Admitted.class);
            await().atMost(SOON).until(() -> snapshots("rec-pages", Verdict.MATCHED).stream()
                    .anyMatch(snapshot -> snapshot.getStore().getReserved() == reserved));
        }
        var paged = new ArrayList<String>();
        var cursor = "";
        do {
            var page = operator()
                    .get("/v1/reconciliation?tenant=rec-pages&verdict=matched&limit=2" + cursor)
                    .mustBe(200)
                    .json();
            page.path("snapshots")
                    .forEach(item -> paged.add(item.path("eventId").asText()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asText();
        } while (!cursor.isEmpty());
        assertThat(paged).hasSizeGreaterThan(2).doesNotHaveDuplicates();
        var all = operator()
                .get("/v1/reconciliation?tenant=rec-pages")
                .mustBe(200)
                .json();
        assertThat(all.path("snapshots").findValuesAsText("eventId")).endsWith(paged.toArray(String[]::new));
        assertThat(all.path("snapshots").findValuesAsText("time").stream().map(Instant::parse))
                .isSortedAccordingTo(Comparator.reverseOrder());
        var none = operator().get("/v1/reconciliation?tenant=rec-pages&to=2020-01-01T00:00:00Z");
        assertThat(none.mustBe(200).json().path("snapshots")).isEmpty();
    }

    private static AccountKey key(String tenantId) {
        return AccountKey.of(tenantId, WALLET);
    }

    /** A tenant with a wallet that Redis holds. */
    private void open(String tenantId, long amount) {
        operator()
                .post("/v1/tenants", Bodies.tenant(tenantId, "reconcile-plan"))
                .mustBe(201);
        operator()
                .post("/v1/tenants/" + tenantId + "/grants", Bodies.grant(amount))
                .mustBe(201);
        try (var log = new EventLog()) {
            log.append(EventLog.event(tenantId)
                    .setSeedRequested(new SeedRequested(WALLET, SeedReason.ABSENT, null))
                    .build());
        }
        await().atMost(SOON).until(() -> inRedis(tenantId).isPresent());
    }

    private AdmitResult admit(String tenantId, long amount) {
        var prepaid = new Prepaid(
                UUID.randomUUID().toString(),
                List.of(new Leg(WALLET, amount, 0L, null)),
                Duration.ofMinutes(10).toMillis(),
                false,
                CALL);
        var path = new PathAccount(List.of(Candidate.wallet(key(tenantId))), amount);
        var event = EventLog.event(tenantId).setPrepaid(prepaid).build();
        return redis.admit(new Admission(event, List.of(path), List.of(), "digest"))
                .toCompletableFuture()
                .join();
    }

    private Optional<StoredAccount> inRedis(String tenantId) {
        return redis.inspect(key(tenantId)).toCompletableFuture().join();
    }

    private static List<Snapshot> snapshots(String tenantId, Verdict verdict) {
        return read(Topic.SNAPSHOTS, Snapshot.class).stream()
                .filter(snapshot -> snapshot.getTenantId().equals(tenantId) && snapshot.getVerdict() == verdict)
                .toList();
    }

    private static List<Alert> alerts(String tenantId) {
        return read(Topic.ALERTS, Alert.class).stream()
                .filter(alert -> alert.getTenantId().equals(tenantId))
                .toList();
    }

    /** All of a topic that is there now. */
    private static <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        var records = new ArrayList<T>();
        TopicDump.of(topic).forEach(record -> records.add(type.cast(record)));
        return records;
    }
}
