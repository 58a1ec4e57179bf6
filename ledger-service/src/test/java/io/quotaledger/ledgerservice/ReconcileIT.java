package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.schemas.avro.AlertKind;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Redis is edited, put back and emptied behind the back of everybody, and is right again soon. Case B30. */
class ReconcileIT extends WalletTest {
    @Override
    public Map<String, String> getProperties() {
        var properties = super.getProperties();
        properties.put("quota.reconciliation.interval", "500ms");
        return properties;
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
    void shouldCompareQuietAccountsWhenRedisIsStartedAgain() {
        open("rec-quiet", 1_000);
        var copy = RedisHand.read(key("rec-quiet"));
        assertThat(admit("rec-quiet", 700)).isInstanceOf(AdmitResult.Admitted.class);
        await().atMost(SOON).until(() -> snapshots("rec-quiet", Verdict.MATCHED).stream()
                .anyMatch(snapshot -> snapshot.getStore().getReserved() == 700));

        RedisHand.write(key("rec-quiet"), copy); // As if what came after it had not been on disk yet.
        SharedStack.get().redis().restart();

        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(CompletionException.class)
                .until(() -> inRedis("rec-quiet")
                        .filter(account -> account.balance().reserved() == 700)
                        .isPresent());
        assertThat(snapshots("rec-quiet", Verdict.REWOUND)).isNotEmpty();
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
}
