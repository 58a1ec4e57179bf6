package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.Update;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every result of the seed and update scripts. */
final class SyncScriptIT {
    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final AccountKey key = Samples.app(Samples.id());

    @Test
    void shouldSeedWhenAbsentOrOfALowerEpochOnly() {
        assertThat(KIT.apply(Samples.seed(key, 3, 100))).isEqualTo(new SyncResult.Applied());
        assertThat(KIT.apply(Samples.seed(key, 3, 200))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.apply(Samples.seed(key, 2, 200))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 100, 0, 0, null, false), 3, 0, 0, 0));
        assertThat(KIT.apply(Samples.seed(key, 4, new Seed(1L, 2L, 3L, 4L, true))))
                .isEqualTo(new SyncResult.Applied());
        assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 1, 2, 3, 4L, true), 4, 0, 0, 0));
    }

    @Test
    void shouldStartANewLifeWithCleanBookkeeping() {
        KIT.apply(Samples.seed(key, 1, 100));
        KIT.apply(Samples.update(key, 1, 1, 5, 0, 0));
        KIT.admit(Samples.admission("r1", List.of(key), 5));
        KIT.apply(Samples.seed(key, 2, 100));
        assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 100, 0, 0, null, false), 2, 0, 0, 0));
    }

    @Test
    void shouldUpdateInOrderAndReportAGap() {
        assertThat(KIT.apply(Samples.update(key, 1, 1, 5, 0, 0))).isEqualTo(new SyncResult.Absent());
        KIT.apply(Samples.seed(key, 2, 100));
        assertThat(KIT.apply(Samples.update(key, 1, 1, 5, 0, 0))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.apply(Samples.update(key, 3, 1, 5, 0, 0))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.apply(Samples.update(key, 2, 1, 5, -6, 7))).isEqualTo(new SyncResult.Applied());
        assertThat(KIT.apply(Samples.update(key, 2, 1, 5, -6, 7))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.apply(Samples.update(key, 2, 3, 5, 0, 0))).isEqualTo(new SyncResult.Gap(2, 1));
        assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 105, -6, 7, null, false), 2, 0, 0, 1));
    }

    @Test
    void shouldChangeUncappedOnlyWhenToldTo() {
        KIT.apply(Samples.seed(key, 1, 100));
        KIT.apply(Samples.update(key, 1, new Update(1L, 0L, 0L, 0L, true)));
        KIT.apply(Samples.update(key, 1, new Update(2L, 1L, 0L, 0L, null)));
        assertThat(KIT.account(key).balance().uncapped()).isTrue();
        KIT.apply(Samples.update(key, 1, new Update(3L, 0L, 0L, 0L, false)));
        assertThat(KIT.account(key).balance().uncapped()).isFalse();
    }

    @Test
    void shouldRefuseAnUpdateThatLeavesTheRange() {
        KIT.apply(Samples.seed(key, 1, Amounts.MAX));
        assertThat(RedisKit.failure(KIT.store().apply(Samples.update(key, 1, 1, 1, 0, 0))))
                .isInstanceOf(AmountOutOfRangeException.class);
        assertThat(KIT.apply(Samples.update(key, 1, 1, -1, -Amounts.MAX, Amounts.MAX)))
                .isEqualTo(new SyncResult.Applied());
        assertThat(KIT.account(key).balance())
                .isEqualTo(new StoredBalance(key, Amounts.MAX - 1, -Amounts.MAX, Amounts.MAX, null, false));
    }

    @Test
    void shouldDropABudgetADayAfterItsPeriodAndAWalletNever() {
        var periodEnd = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(3600);
        KIT.apply(Samples.instruction(key, 1)
                .setSeed(Samples.capped(100, null))
                .setExpiresAt(periodEnd)
                .build());
        assertThat(KIT.redis().pexpiretime(StoreKeys.account(key)))
                .isEqualTo(periodEnd.plus(1, ChronoUnit.DAYS).toEpochMilli());
        KIT.apply(Samples.update(key, 1, 1, 5, 0, 0));
        KIT.admit(Samples.admission("r1", List.of(key), 5));
        assertThat(KIT.redis().pexpiretime(StoreKeys.account(key))).isPositive();
        KIT.apply(Samples.seed(key, 2, 100));
        assertThat(KIT.redis().pexpiretime(StoreKeys.account(key))).isEqualTo(-1);
    }

    @Test
    void shouldTakeWhatDoesNotReadAsAnAccountForAbsent() {
        KIT.redis().set(StoreKeys.account(key), "text");
        assertThat(KIT.inspect(key)).isEmpty();
        KIT.redis().del(StoreKeys.account(key));
        KIT.apply(Samples.seed(key, 1, 100));
        assertThat(KIT.inspect(key)).isPresent();
        KIT.edit(key, "granted", "much");
        assertThat(KIT.inspect(key)).isEmpty();
        KIT.apply(Samples.seed(key, 2, 100));
        // A life so late that no seed could come after it.
        KIT.edit(key, "epoch", Long.toString(Amounts.MAX));
        assertThat(KIT.apply(Samples.seed(key, 3, 100))).isEqualTo(new SyncResult.Applied());
    }

    @Test
    void shouldFindTheMarkOfABucketUntilRedisForgets() {
        int bucket = key.bucket();
        KIT.redis().del(StoreKeys.mark(bucket));
        assertThat(KIT.store().findMark(bucket).toCompletableFuture().join()).isEmpty();

        KIT.store().mark(bucket, "somewhere").toCompletableFuture().join();

        assertThat(KIT.store().findMark(bucket).toCompletableFuture().join()).hasValue("somewhere");
    }

    @Test
    void shouldTellTheServersHistoryWhenAsked() {
        var history = KIT.store().history().toCompletableFuture().join();

        assertThat(history).matches("\\w{40}/\\w{40}");
        assertThat(KIT.store().history().toCompletableFuture().join()).isEqualTo(history);
    }
}
