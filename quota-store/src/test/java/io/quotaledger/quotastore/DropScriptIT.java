package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the drop script takes away, what it leaves, and what comes back. */
final class DropScriptIT {
    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);
    private final AccountKey key = path.get(1);

    @BeforeEach
    void use() {
        KIT.redis().flushall();
        KIT.seedAll(path, 100);
        KIT.apply(Samples.update(key, 1, 1, 5, 0, 0));
        KIT.admit(Samples.admission("r1", path, 7));
        KIT.close(Samples.settlement("r1", path, 7, 4));
        KIT.checkpoint(Samples.checkpoint(key));
    }

    @Test
    void shouldDropAnAccountThatIsAsExpectedAndTellWhatItHeld() {
        KIT.at(1_800_000_000_000L);
        var event = KIT.drop(KIT.account(key)).orElseThrow().event();
        KIT.atRedisTime();

        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(1_800_000_000_000L));
        assertThat(event.getDropped())
                .isEqualTo(new Dropped(key.toRef(), 1L, 1L, 2L, 1L, new StoreFigures(105L, 0L, 4L, false)));
        assertThat(KIT.inspect(key)).isEmpty();
        assertThat(KIT.outbox(tenant)).last().isEqualTo(event);
        assertThat(KIT.redis().exists(StoreKeys.receipt(tenant, "r1")))
                .as("the receipt stays")
                .isEqualTo(1);
        assertThat(KIT.inspect(path.get(0))).as("other accounts stay").isPresent();
    }

    @Test
    void shouldLeaveAnAccountThatDiffersInAnything() {
        var account = KIT.account(key);
        var dump = KIT.dump(tenant);
        for (UnaryOperator<StoredAccount> change : List.<UnaryOperator<StoredAccount>>of(
                it -> with(it, 1, 0, 0, 0, 0),
                it -> with(it, 0, 1, 0, 0, 0),
                it -> with(it, 0, 0, 1, 0, 0),
                it -> with(it, 0, 0, 0, 1, 0),
                it -> with(it, 0, 0, 0, 0, 1))) {
            assertThat(KIT.drop(change.apply(account))).isEmpty();
        }
        assertThat(KIT.dump(tenant)).isEqualTo(dump);
    }

    /** The race that matters: it was used between the look of the ledger and the drop. */
    @Test
    void shouldLeaveAnAccountThatWasUsedMeanwhile() {
        var known = KIT.account(key);
        KIT.admit(Samples.admission("r2", path, 1));
        assertThat(KIT.drop(known)).isEmpty();
        KIT.close(Samples.refund("r2", path, 1));
        assertThat(KIT.account(key).balance()).isEqualTo(known.balance());
        assertThat(KIT.drop(known)).as("the figures are the same again").isEmpty();
    }

    @Test
    void shouldServeADroppedAccountAsOneThatWasNeverThere() {
        KIT.drop(KIT.account(key));
        KIT.admit(Samples.admission("r3", List.of(path.get(0)), 1));

        assertThat(KIT.admit(Samples.admission("r2", path, 1))).isEqualTo(new AdmitResult.Unseeded(List.of(key)));
        assertThat(KIT.apply(Samples.update(key, 1, 2, 5, 0, 0))).isEqualTo(new SyncResult.Absent());
        assertThat(KIT.checkpoint(Samples.checkpoint(key))).isEmpty();
        assertThat(KIT.apply(Samples.seed(key, 3, 50))).isEqualTo(new SyncResult.Applied());
        assertThat(KIT.admit(Samples.admission("r2", path, 1))).isInstanceOf(AdmitResult.Admitted.class);
        assertThat(KIT.account(key).epoch()).isEqualTo(3);
        assertThat(KIT.redis().pexpiretime(StoreKeys.account(key))).isEqualTo(-1);
    }

    @Test
    void shouldSettleACallThatOutlivedTheDropOnTheOtherAccounts() {
        KIT.admit(Samples.admission("r2", path, 1));
        KIT.drop(KIT.account(key));

        var closed = (CloseResult.Closed) KIT.close(Samples.settlement("r2", path, 1, 1));

        var legs = Objects.requireNonNull(closed.event().event().getSettled()).getLegs();
        assertThat(legs.get(0).getStamp()).isNotNull();
        assertThat(legs.get(1).getStamp()).isNull();
        assertThat(KIT.inspect(key)).isEmpty();
    }

    @Test
    void shouldNotBringItBackWhenItsSeedComesAgain() {
        KIT.drop(KIT.account(key));

        assertThat(KIT.apply(Samples.seed(key, 1, 100))).isEqualTo(new SyncResult.Ignored());
        assertThat(KIT.inspect(key)).isEmpty();
        assertThat(KIT.redis().pttl(StoreKeys.account(key)))
                .isBetween(1L, Duration.ofDays(1).toMillis());
    }

    @Test
    void shouldTellTheEndOfALifeAgainWhenAskedAgain() {
        var known = KIT.account(key);
        var first = KIT.drop(known).orElseThrow().event();

        var second = KIT.drop(known).orElseThrow().event();

        assertThat(second.getDropped()).isEqualTo(first.getDropped());
        assertThat(second.getEventId()).isNotEqualTo(first.getEventId());
    }

    @Test
    void shouldTellTheEndOfALifeThatRedisHadLostBefore() {
        var known = KIT.account(key);
        KIT.redis().del(StoreKeys.account(key));

        assertThat(KIT.drop(known)).isPresent();
        assertThat(KIT.apply(Samples.seed(key, 1, 100))).isEqualTo(new SyncResult.Ignored());
    }

    @Test
    void shouldNotForgetALaterLifeThatWasDropped() {
        var known = KIT.account(key);
        KIT.apply(Samples.seed(key, 3, 100));
        KIT.drop(KIT.account(key));

        assertThat(KIT.drop(known)).isEmpty();
        assertThat(KIT.apply(Samples.seed(key, 2, 100))).isEqualTo(new SyncResult.Ignored());
    }

    @Test
    void shouldRefuseAnEventOfAnotherKindOrAccount() {
        var account = KIT.account(key);
        for (QuotaEvent template : List.of(Samples.checkpoint(key), Samples.drop(path.get(0)))) {
            assertThatThrownBy(() -> KIT.store().drop(template, account)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static StoredAccount with(StoredAccount it, long granted, long epoch, long generation, long n, long u) {
        var old = it.balance();
        var balance = new StoredBalance(
                old.key(), old.granted() + granted, old.reserved(), old.consumed(), old.overageLeft(), old.uncapped());
        return new StoredAccount(
                balance, it.epoch() + epoch, it.generation() + generation, it.executions() + n, it.updates() + u);
    }
}
