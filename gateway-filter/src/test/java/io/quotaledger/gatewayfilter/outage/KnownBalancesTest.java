package io.quotaledger.gatewayfilter.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.StoredBalance;
import io.quotaledger.schemas.avro.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownBalancesTest {
    private static final AccountKey ORG = new AccountKey("acme", Level.ORG, "-", "units", "-");
    private static final AccountKey KEY = new AccountKey("acme", Level.KEY, "chat/k1", "units", "-");

    private Instant now = Instant.parse("2026-11-30T08:00:00Z");
    private final KnownBalances balances = new KnownBalances(new TestClock());

    @Test
    void shouldAdmitTheShareOfTheAvailableBalanceAndNotOneUnitMore() {
        learn(ORG, 1_000, 300); // 700 available, of which a tenth.
        assertThat(admit(Map.of(ORG, 40L))).isTrue();
        assertThat(admit(Map.of(ORG, 31L))).isFalse();
        assertThat(admit(Map.of(ORG, 30L))).isTrue();
        assertThat(admit(Map.of(ORG, 1L))).isFalse();
        assertThat(admit(Map.of(ORG, 0L))).isTrue();
    }

    @Test
    void shouldAdmitOnAllAccountsOrOnNone() {
        learn(ORG, 1_000, 0);
        learn(KEY, 100, 0);
        assertThat(admit(Map.of(ORG, 11L, KEY, 11L))).isFalse();
        assertThat(admit(Map.of(ORG, 100L))).isTrue();
        assertThat(admit(Map.of(KEY, 10L))).isTrue();
    }

    @Test
    void shouldAdmitNothingOfAnAccountThatItDoesNotKnowOrThatIsInDebt() {
        assertThat(admit(Map.of(ORG, 0L))).isFalse();
        learn(ORG, 1_000, 1_500);
        assertThat(admit(Map.of(ORG, 1L))).isFalse();
    }

    @Test
    void shouldAdmitAnythingOfAnUncappedAccount() {
        balances.learn(List.of(new StoredBalance(ORG, 0, 5, 5, null, true)));
        assertThat(admit(Map.of(ORG, 1_000_000L))).isTrue();
    }

    @Test
    void shouldGetBackWhatACallDidNotUseAndTakeWhatItUsedAboveItsHold() {
        learn(ORG, 1_000, 0);
        assertThat(admit(Map.of(ORG, 100L))).isTrue();
        balances.add(ORG, -60);
        assertThat(admit(Map.of(ORG, 61L))).isFalse();
        assertThat(admit(Map.of(ORG, 60L))).isTrue();
        balances.add(ORG, 20);
        balances.add(ORG, -10);
        assertThat(admit(Map.of(ORG, 1L))).isFalse();
    }

    @Test
    void shouldTakeAnOutageThatComesAndGoesForOne() {
        learn(ORG, 1_000, 0);
        assertThat(admit(Map.of(ORG, 100L))).isTrue();
        now = now.plusSeconds(59);
        learn(ORG, 1_000, 0); // What was admitted has not come to the store yet.
        assertThat(admit(Map.of(ORG, 1L))).isFalse();
        now = now.plusSeconds(2);
        learn(ORG, 1_000, 0);
        assertThat(admit(Map.of(ORG, 100L))).isTrue();
    }

    @Test
    void shouldBoundByTheYoungestBalance() {
        learn(ORG, 1_000, 0);
        learn(ORG, 1_000, 900);
        assertThat(admit(Map.of(ORG, 11L))).isFalse();
        assertThat(admit(Map.of(ORG, 10L))).isTrue();
    }

    private boolean admit(Map<AccountKey, Long> amounts) {
        return balances.admit(amounts, 10);
    }

    private void learn(AccountKey account, long granted, long consumed) {
        balances.learn(List.of(new StoredBalance(account, granted, 0, consumed, null, false)));
    }

    private final class TestClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return Clock.offset(this, Duration.ZERO);
        }
    }
}
