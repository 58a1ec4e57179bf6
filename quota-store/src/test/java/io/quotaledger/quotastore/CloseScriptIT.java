package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreStamp;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every result of the settle and refund scripts. */
final class CloseScriptIT {
    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    @Test
    void shouldReturnTheRestWhenSettledBelowTheHold() {
        hold(100, 60);
        var closed = (CloseResult.Closed) KIT.close(Samples.settlement("r1", path, 60, 25));
        assertThat(closed.receiptFound()).isTrue();
        assertThat(stamps(closed.event().event())).containsOnly(new StoreStamp(1L, 0L));
        path.forEach(key -> assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 100, 0, 25, null, false), 1, 0, 2, 0)));
    }

    @Test
    void shouldBookInFullWhenSettledAboveHoldAndBalance() {
        hold(100, 60);
        KIT.close(Samples.settlement("r1", path, 60, 1_000));
        path.forEach(key -> assertThat(KIT.account(key).balance().available()).isEqualTo(-900));
    }

    @Test
    void shouldReturnAllWhenRefunded() {
        hold(100, 60);
        var closed = (CloseResult.Closed) KIT.close(Samples.refund("r1", path, 60));
        assertThat(stamps(closed.event().event())).containsOnly(new StoreStamp(1L, 0L));
        path.forEach(key ->
                assertThat(KIT.account(key).balance()).isEqualTo(new StoredBalance(key, 100, 0, 0, null, false)));
    }

    @Test
    void shouldAnswerFromTheReceiptAndChangeNothingWhenClosedBefore() {
        hold(100, 60);
        var settlement = Samples.settlement("r1", path, 60, 25);
        KIT.close(settlement);
        var before = KIT.dump(tenant);
        var settled = new CloseResult.AlreadyClosed(ReservationState.SETTLED);
        assertThat(KIT.close(settlement)).isEqualTo(settled);
        assertThat(KIT.close(Samples.settlement("r1", path, 60, 99))).isEqualTo(settled);
        assertThat(KIT.close(Samples.refund("r1", path, 60))).isEqualTo(settled);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
    }

    @Test
    void shouldChangeNoAccountButKeepTheEventWhenThereIsNoReceipt() {
        KIT.seedAll(path, 100);
        var closed = (CloseResult.Closed) KIT.close(Samples.settlement("r1", path, 60, 25));
        assertThat(closed.receiptFound()).isFalse();
        assertThat(stamps(closed.event().event())).containsOnlyNulls();
        path.forEach(key -> assertThat(KIT.account(key))
                .isEqualTo(new StoredAccount(new StoredBalance(key, 100, 0, 0, null, false), 1, 0, 0, 0)));
        assertThat(KIT.redis().xlen(StoreKeys.outbox(StoreKeys.bucket(tenant)))).isPositive();
        assertThat(KIT.close(Samples.refund("r1", path, 60)))
                .isEqualTo(new CloseResult.AlreadyClosed(ReservationState.SETTLED));
        assertThat(KIT.admit(Samples.admission("r1", path, 60)))
                .isEqualTo(new AdmitResult.Duplicate(ReservationState.SETTLED, path, false));
    }

    @Test
    void shouldChangeTheOthersWithoutAStampForAnAccountThatIsGone() {
        hold(100, 60);
        KIT.redis().del(StoreKeys.account(path.get(1)));
        var closed = (CloseResult.Closed) KIT.close(Samples.settlement("r1", path, 60, 25));
        var stamp = new StoreStamp(1L, 0L);
        assertThat(stamps(closed.event().event())).containsExactly(stamp, null, stamp);
        assertThat(KIT.account(path.get(0)).balance().consumed()).isEqualTo(25);
        assertThat(KIT.inspect(path.get(1))).isEmpty();
        assertThat(KIT.account(path.get(2)).balance().consumed()).isEqualTo(25);
    }

    @Test
    void shouldStampTheEpochInForceWhenTheAccountWasSeededAnew() {
        hold(100, 60);
        KIT.apply(Samples.seed(path.get(0), 5, new Seed(100L, 60L, 0L, null, false)));
        var closed = (CloseResult.Closed) KIT.close(Samples.refund("r1", path, 60));
        assertThat(stamps(closed.event().event()).get(0)).isEqualTo(new StoreStamp(5L, 0L));
    }

    @Test
    void shouldLetReservedBecomeNegativeWhenTheLedgerExpiredTheHoldFirst() {
        hold(100, 60);
        path.forEach(key -> KIT.apply(Samples.update(key, 1, 1, 0, -60, 0)));
        KIT.close(Samples.settlement("r1", path, 60, 25));
        path.forEach(key -> assertThat(KIT.account(key).balance().reserved()).isEqualTo(-60));
        path.forEach(key -> KIT.apply(Samples.update(key, 1, 2, 0, 60, 0)));
        path.forEach(key ->
                assertThat(KIT.account(key).balance()).isEqualTo(new StoredBalance(key, 100, 0, 25, null, false)));
    }

    @Test
    void shouldRefuseWhenTheAdmissionHeldOtherwise() {
        hold(100, 60);
        var before = KIT.dump(tenant);
        assertThat(RedisKit.failure(KIT.store().close(Samples.settlement("r1", path, 61, 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RedisKit.failure(KIT.store().close(Samples.refund("r1", path.subList(0, 2), 60))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
    }

    @Test
    void shouldConsumeTheLargestAmountExactlyAndRefuseMore() {
        hold(Amounts.MAX, 0);
        KIT.close(Samples.settlement("r1", path, 0, Amounts.MAX));
        path.forEach(key -> assertThat(KIT.account(key).balance().consumed()).isEqualTo(Amounts.MAX));
        KIT.admit(Samples.admission("r2", path, 0));
        var before = KIT.dump(tenant);
        assertThat(RedisKit.failure(KIT.store().close(Samples.settlement("r2", path, 0, 1))))
                .isInstanceOf(AmountOutOfRangeException.class);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
    }

    private void hold(long granted, long amount) {
        KIT.seedAll(path, granted);
        assertThat(KIT.admit(Samples.admission("r1", path, amount))).isInstanceOf(AdmitResult.Admitted.class);
    }

    private static List<StoreStamp> stamps(QuotaEvent event) {
        var settled = event.getSettled();
        var refunded = event.getRefunded();
        var legs = settled != null ? settled.getLegs() : refunded != null ? refunded.getLegs() : List.<Leg>of();
        return legs.stream().map(Leg::getStamp).toList();
    }
}
