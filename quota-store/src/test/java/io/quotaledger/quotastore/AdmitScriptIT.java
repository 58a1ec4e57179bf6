package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.quotastore.PathAccount.Candidate;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every result of the admit script. */
final class AdmitScriptIT {
    private static final long NOW = 1_800_000_000_000L;

    @RegisterExtension
    static final RedisKit KIT = new RedisKit();

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    @BeforeEach
    void setTime() {
        KIT.at(NOW);
    }

    @Test
    void shouldHoldOnEveryAccountWhenAllCan() {
        KIT.seedAll(path, 100);
        var admitted = (AdmitResult.Admitted) KIT.admit(Samples.admission("r1", path, 100));
        assertThat(admitted.overage()).isFalse();
        assertThat(admitted.balances())
                .containsExactlyElementsOf(path.stream()
                        .map(key -> new StoredBalance(key, 100, 100, 0, null, false))
                        .toList());
        assertThat(admitted.event().event().getTime()).isEqualTo(Instant.ofEpochMilli(NOW));
        assertThat(legs(admitted)).extracting(Leg::getStamp).containsOnly(new StoreStamp(1L, 0L));
        assertThat(KIT.redis().ttl(StoreKeys.receipt(tenant, "r1")))
                .isBetween(24 * 60L, 25 * 60L); // 10 min hold + 15 min margin
    }

    @Test
    void shouldGiveTheFirstAnswerAndChangeNothingWhenRepeated() {
        KIT.seedAll(path, 100);
        var admission = Samples.admission("r1", path, 60);
        KIT.admit(admission);
        var before = KIT.dump(tenant);
        assertThat(KIT.admit(admission)).isEqualTo(new AdmitResult.Duplicate(ReservationState.HELD, path, false));
        assertThat(KIT.dump(tenant)).isEqualTo(before);
        KIT.close(Samples.settlement("r1", path, 60, 5));
        assertThat(KIT.admit(admission)).isEqualTo(new AdmitResult.Duplicate(ReservationState.SETTLED, path, false));
    }

    @Test
    void shouldRefuseAnIdThatWasUsedForOtherContent() {
        KIT.seedAll(path, 100);
        KIT.admit(Samples.admission("r1", path, 60));
        var other = Samples.admission("r1", Samples.admission("r1", path, 1).path(), List.of(), "other");
        assertUnchanged(other, new AdmitResult.IdReused());
    }

    @Test
    void shouldAdmitNothingMoreButRepeatAndCloseWhenTheOutboxIsFull() {
        KIT.seedAll(path, 100);
        KIT.emptyOutbox(tenant);
        try (var store = KIT.connect(settings -> settings.withOutboxLimit(2))) {
            var first = Samples.admission("r1", path, 10);
            assertThat(RedisKit.get(store.admit(first))).isInstanceOf(AdmitResult.Admitted.class);
            assertThat(RedisKit.get(store.admit(Samples.admission("r2", path, 10))))
                    .isInstanceOf(AdmitResult.Admitted.class);
            var before = KIT.dump(tenant);

            assertThat(RedisKit.get(store.admit(Samples.admission("r3", path, 10))))
                    .isEqualTo(new AdmitResult.OutboxFull());
            assertThat(RedisKit.get(store.admit(first))).isInstanceOf(AdmitResult.Duplicate.class);
            assertThat(KIT.dump(tenant)).isEqualTo(before);
            assertThat(RedisKit.get(store.close(Samples.settlement("r1", path, 10, 5))))
                    .isInstanceOf(CloseResult.Closed.class);

            KIT.emptyOutbox(tenant);
            assertThat(RedisKit.get(store.admit(Samples.admission("r3", path, 10))))
                    .isInstanceOf(AdmitResult.Admitted.class);
        }
    }

    @Test
    void shouldNameTheFirstAccountInPathOrderThatCannotHold() {
        KIT.apply(Samples.seed(path.get(0), 1, 100));
        KIT.apply(Samples.seed(path.get(1), 1, 40));
        KIT.apply(Samples.seed(path.get(2), 1, 30));
        var balance = new StoredBalance(path.get(1), 40, 0, 0, null, false);
        assertUnchanged(
                Samples.admission("r1", path, 41), new AdmitResult.Exhausted(balance, 41, Instant.ofEpochMilli(NOW)));
    }

    @Test
    void shouldSayThatRequestsInFlightHoldWhatIsMissing() {
        KIT.seedAll(path, 100);
        KIT.admit(Samples.admission("r1", path, 60));
        var refused = (AdmitResult.Exhausted) KIT.admit(Samples.admission("r2", path, 41));
        assertThat(refused.heldInFlight()).isTrue();
        assertThat(((AdmitResult.Exhausted) KIT.admit(Samples.admission("r3", path, 101))).heldInFlight())
                .isFalse();
    }

    @Test
    void shouldAdmitNothingOnAnExhaustedAccountWhenTheAmountIsZero() {
        KIT.apply(Samples.seed(path.get(0), 1, new Seed(10L, 0L, 25L, null, false)));
        assertThat(KIT.admit(Samples.admission("r1", path.subList(0, 1), 0))).isInstanceOf(AdmitResult.Admitted.class);
        assertThat(KIT.admit(Samples.admission("r2", path.subList(0, 1), 1))).isInstanceOf(AdmitResult.Exhausted.class);
    }

    @Test
    void shouldAdmitAsOverageUpToTheAllowance() {
        var org = path.subList(0, 1);
        KIT.apply(Samples.seed(path.get(0), 1, Samples.capped(100, 50L)));
        assertThat(((AdmitResult.Admitted) KIT.admit(Samples.admission("r1", org, 100))).overage())
                .isFalse();
        var overage = (AdmitResult.Admitted) KIT.admit(Samples.admission("r2", org, 50));
        assertThat(overage.overage()).isTrue();
        assertThat(Objects.requireNonNull(overage.event().event().getPrepaid()).getOverage())
                .isTrue();
        assertUnchanged(
                Samples.admission("r3", org, 1),
                new AdmitResult.OverageExhausted(
                        new StoredBalance(path.get(0), 100, 150, 0, 50L, false), 1, Instant.ofEpochMilli(NOW)));
        assertThat(KIT.admit(Samples.admission("r2", org, 50)))
                .isEqualTo(new AdmitResult.Duplicate(ReservationState.HELD, org, true));
    }

    @Test
    void shouldRefuseAtOnceWhenTheAllowanceIsSetButZero() {
        KIT.apply(Samples.seed(path.get(0), 1, Samples.capped(10, 0L)));
        assertThat(KIT.admit(Samples.admission("r1", path.subList(0, 1), 11)))
                .isInstanceOf(AdmitResult.OverageExhausted.class);
    }

    @Test
    void shouldCountButNotCheckAnUncappedAccount() {
        KIT.apply(Samples.seed(path.get(0), 1, new Seed(0L, 0L, 0L, null, true)));
        KIT.admit(Samples.admission("r1", path.subList(0, 1), 1_000));
        assertThat(KIT.account(path.get(0)).balance())
                .isEqualTo(new StoredBalance(path.get(0), 0, 1_000, 0, null, true));
    }

    @Test
    void shouldListEveryAccountThatIsNotSeeded() {
        KIT.apply(Samples.seed(path.get(1), 1, 100));
        assertUnchanged(Samples.admission("r1", path, 1), new AdmitResult.Unseeded(List.of(path.get(0), path.get(2))));
    }

    @Test
    void shouldTakeAnAccountThatDoesNotReadAsOneForUnseeded() {
        KIT.seedAll(path, 100);
        KIT.edit(path.get(0), "granted", "1.5");
        KIT.edit(path.get(1), "gen", "");
        KIT.redis().set(StoreKeys.account(path.get(2)), "text");
        assertUnchanged(Samples.admission("r1", path, 1), new AdmitResult.Unseeded(path));
        KIT.seedAll(path, 7);
        assertThat(KIT.admit(Samples.admission("r1", path, 7))).isInstanceOf(AdmitResult.Admitted.class);
    }

    @Test
    void shouldChooseThePeriodThatTheTimeIsIn() {
        var before = new AccountKey(tenant, Level.APP, "chat", "tokens", "2027-01-15T07+0000");
        var after = new AccountKey(tenant, Level.APP, "chat", "tokens", "2027-01-15T08+0000");
        var account = new PathAccount(
                List.of(new Candidate(before, NOW - 3_600_000, NOW), new Candidate(after, NOW, NOW + 3_600_000)), 1);
        KIT.seedAll(List.of(before, after), 100);
        KIT.at(NOW - 1);
        KIT.admit(Samples.admission("r1", List.of(account), List.of(), "d"));
        KIT.at(NOW);
        var admitted = (AdmitResult.Admitted) KIT.admit(Samples.admission("r2", List.of(account), List.of(), "d"));
        assertThat(legs(admitted).get(0).getAccount()).isEqualTo(after.toRef());
        assertThat(KIT.account(before).balance().reserved()).isEqualTo(1);
        assertThat(KIT.account(after).balance().reserved()).isEqualTo(1);
        KIT.at(NOW + 3_600_000);
        assertUnchanged(
                Samples.admission("r3", List.of(account), List.of(), "d"),
                new AdmitResult.OutsidePeriods(Instant.ofEpochMilli(NOW + 3_600_000)));
    }

    @Test
    void shouldLimitTheRateAndSayWhenOneMoreCallFits() {
        KIT.seedAll(path, 100);
        var slow = new RateRule(Level.KEY, "chat/k1", 3, 1_000);
        var rates = List.of(new RateRule(Level.ORG, "-", 100, 60_000), slow);
        for (int i = 0; i < 3; i++) {
            assertThat(KIT.admit(limited("r" + i, rates))).isInstanceOf(AdmitResult.Admitted.class);
        }
        assertUnchanged(limited("r3", rates), new AdmitResult.RateLimited(slow, Duration.ofMillis(334)));
        KIT.at(NOW + 333);
        assertUnchanged(limited("r3", rates), new AdmitResult.RateLimited(slow, Duration.ofMillis(1)));
        KIT.at(NOW + 334);
        assertThat(KIT.admit(limited("r3", rates))).isInstanceOf(AdmitResult.Admitted.class);
        KIT.at(NOW + 10_000);
        for (int i = 4; i < 7; i++) {
            assertThat(KIT.admit(limited("r" + i, rates))).isInstanceOf(AdmitResult.Admitted.class);
        }
        assertThat(KIT.admit(limited("r7", rates))).isInstanceOf(AdmitResult.RateLimited.class);
    }

    @Test
    void shouldNotUseUpTheRateWhenTheAccountsRefuse() {
        KIT.seedAll(path, 5);
        var rates = List.of(new RateRule(Level.KEY, "chat/k1", 1, 1_000));
        var tooMuch = Samples.admission("r1", Samples.admission("r1", path, 6).path(), rates, "d");
        assertThat(KIT.admit(tooMuch)).isInstanceOf(AdmitResult.Exhausted.class);
        assertThat(KIT.admit(limited("r2", rates))).isInstanceOf(AdmitResult.Admitted.class);
    }

    @Test
    void shouldForgetTheRateWhenTheClockWentBack() {
        KIT.seedAll(path, 100);
        var rates = List.of(new RateRule(Level.KEY, "chat/k1", 1, 1_000));
        KIT.admit(limited("r1", rates));
        KIT.at(NOW - 3_600_000);
        assertThat(KIT.admit(limited("r2", rates))).isInstanceOf(AdmitResult.Admitted.class);
    }

    @Test
    void shouldHoldTheLargestAmountExactlyAndNoUnitMore() {
        var org = path.subList(0, 1);
        KIT.apply(Samples.seed(path.get(0), 1, Amounts.MAX));
        KIT.admit(Samples.admission("r1", org, Amounts.MAX - 1));
        assertThat(KIT.account(path.get(0)).balance().reserved()).isEqualTo(Amounts.MAX - 1);
        assertThat(KIT.admit(Samples.admission("r2", org, 2))).isInstanceOf(AdmitResult.Exhausted.class);
        var last = (AdmitResult.Admitted) KIT.admit(Samples.admission("r3", org, 1));
        assertThat(last.balances().get(0).reserved()).isEqualTo(Amounts.MAX);
        assertThat(KIT.admit(Samples.admission("r4", org, 1))).isInstanceOf(AdmitResult.Exhausted.class);
    }

    @Test
    void shouldRefuseWhenASumLeavesTheRange() {
        var org = path.subList(0, 1);
        KIT.apply(Samples.seed(path.get(0), 1, new Seed(0L, 0L, Amounts.MAX, null, true)));
        var before = KIT.dump(tenant);
        assertThat(RedisKit.failure(KIT.store().admit(Samples.admission("r1", org, 1))))
                .isInstanceOf(AmountOutOfRangeException.class);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
        KIT.apply(Samples.seed(path.get(0), 2, new Seed(Amounts.MAX, 0L, Amounts.MAX, Amounts.MAX, false)));
        assertThat(RedisKit.failure(KIT.store().admit(Samples.admission("r2", org, 1))))
                .isInstanceOf(AmountOutOfRangeException.class);
    }

    @Test
    void shouldNoteTheAccountThatRefusedOnceUntilItIsTaken() {
        var hour = new AccountKey(tenant, Level.KEY, "chat/k1", "tokens", "2027-01-15T08+0100");
        KIT.seedAll(List.of(path.get(0), hour), 5);
        KIT.apply(Samples.seed(path.get(1), 1, Samples.capped(1, 1L)));
        KIT.admit(Samples.admission("r1", List.of(path.get(0), hour), 1));
        KIT.admit(Samples.admission("r2", List.of(path.get(0), path.get(2)), 1)); // Unseeded
        assertThat(KIT.touched(tenant)).isEmpty();
        KIT.apply(Samples.update(path.get(0), 1, 1, 100, 0, 0));
        for (int i = 0; i < 3; i++) {
            KIT.admit(Samples.admission("r3", List.of(path.get(0), hour), 5));
            KIT.admit(Samples.admission("r4", path.subList(0, 2), 5));
        }
        assertThat(KIT.touched(tenant)).containsExactlyInAnyOrder(hour, path.get(1));
        int bucket = StoreKeys.bucket(tenant);
        var first = RedisKit.get(KIT.store().takeTouched(bucket, 1));
        var second = RedisKit.get(KIT.store().takeTouched(bucket, 100));
        assertThat(first).hasSize(1);
        assertThat(Stream.of(first, second).flatMap(List::stream)).containsExactlyInAnyOrder(hour, path.get(1));
        assertThat(RedisKit.get(KIT.store().takeTouched(bucket, 100))).isEmpty();
        KIT.admit(Samples.admission("r5", List.of(path.get(0), hour), 5));
        assertThat(RedisKit.get(KIT.store().takeTouched(bucket, 100))).containsExactly(hour);
    }

    @Test
    void shouldNoteNoMoreThanTenThousandAccountsOfABucket() {
        KIT.seedAll(path, 5);
        var key = StoreKeys.touched(StoreKeys.bucket(tenant));
        var many = IntStream.range(0, 10_000)
                .mapToObj(i -> "t" + i + ":o:-:tokens:-")
                .toArray(String[]::new);
        KIT.redis().sadd(key, many);
        KIT.admit(Samples.admission("r1", path, 6));
        assertThat(KIT.redis().scard(key)).isEqualTo(10_000);
        assertThat(KIT.touched(tenant)).isEmpty();
        KIT.redis().srem(key, many[0]);
        KIT.admit(Samples.admission("r1", path, 6));
        assertThat(KIT.redis().scard(key)).isEqualTo(10_000);
        assertThat(KIT.touched(tenant)).containsExactly(path.get(0));
        assertThat(RedisKit.get(KIT.store().takeTouched(StoreKeys.bucket(tenant), 10_000)))
                .hasSize(10_000);
    }

    @Test
    void shouldRefuseAllTheSameWhenTheAccountCannotBeNoted() {
        KIT.seedAll(path, 5);
        var key = StoreKeys.touched(StoreKeys.bucket(tenant));
        KIT.redis().set(key, "no set");
        assertThat(KIT.admit(Samples.admission("r1", path, 6))).isInstanceOf(AdmitResult.Exhausted.class);
        KIT.redis().del(key);
    }

    @Test
    void shouldLeaveOutWhatIsNoAccountWhenTouchedAccountsAreTaken() {
        int bucket = StoreKeys.bucket(tenant);
        KIT.redis().sadd(StoreKeys.touched(bucket), "", "text", "t:o:-:tokens", "t:x:-:tokens:-", "t:o:-:tokens:-:-");
        KIT.redis().sadd(StoreKeys.touched(bucket), StoreKeys.qualifiedName(path.get(2)));
        assertThat(RedisKit.get(KIT.store().takeTouched(bucket, 10))).containsExactly(path.get(2));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "1024, 1", "0, 0", "0, -1"})
    void shouldRefuseToTakeFromNoBucketOrToTakeNothing(int bucket, int most) {
        assertThatThrownBy(() -> KIT.store().takeTouched(bucket, most)).isInstanceOf(IllegalArgumentException.class);
    }

    private Admission limited(String reservation, List<RateRule> rates) {
        return Samples.admission(
                reservation, Samples.admission(reservation, path, 1).path(), rates, "d");
    }

    private static List<Leg> legs(AdmitResult.Admitted admitted) {
        return Objects.requireNonNull(admitted.event().event().getPrepaid()).getLegs();
    }

    private void assertUnchanged(Admission admission, AdmitResult expected) {
        var before = KIT.dump(tenant);
        var touched = new HashSet<>(KIT.touched(tenant));
        assertThat(KIT.admit(admission)).isEqualTo(expected);
        assertThat(KIT.dump(tenant)).isEqualTo(before);
        if (expected instanceof AdmitResult.Exhausted exhausted) {
            touched.add(exhausted.balance().key());
        } else if (expected instanceof AdmitResult.OverageExhausted exhausted) {
            touched.add(exhausted.balance().key());
        }
        assertThat(KIT.touched(tenant)).isEqualTo(touched);
    }
}
