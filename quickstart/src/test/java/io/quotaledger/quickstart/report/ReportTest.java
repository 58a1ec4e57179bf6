package io.quotaledger.quickstart.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.check.Account;
import io.quotaledger.quickstart.check.Figures;
import io.quotaledger.quickstart.check.Mismatch;
import io.quotaledger.quickstart.check.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Verdict GOOD =
            new Verdict(12, 8, 1, 3, 2, 40, 5, Map.of("usd", 1_234_567L, "tokens", 4_000L), Map.of(), List.of());

    @Test
    void shouldSayOkInTheLastLineWhenNothingDiffers() {
        assertThat(GOOD.line()).isEqualTo("quickstart: OK requests=12 settled=8 refunded=1 refused=3 mismatches=0");
    }

    @Test
    void shouldSayFailedAndNameTheAccountWhenOneDiffers() {
        var account = new Account("alder", "org", "-", "usd", "-");
        var bad = new Verdict(
                12,
                8,
                1,
                3,
                2,
                40,
                5,
                Map.of(),
                Map.of(),
                List.of(new Mismatch(account.toString(), "ledger 1; Redis 2")));
        assertThat(bad.line()).startsWith("quickstart: FAILED").endsWith("mismatches=1");
        assertThat(new Report().check(bad, true).toString()).contains("DIFFERS  alder org - usd -: ledger 1; Redis 2");
    }

    @Test
    void shouldShowAmountsInTheMetersUnitWhenTheyHaveAScale() {
        assertThat(new Report().calls(GOOD, Map.of("quota-exhausted", 3)).toString())
                .contains("4,000 tokens, 1.234567 usd")
                .containsPattern("quota-exhausted +3");
    }

    @Test
    void shouldAlignColumnsWhenCellsDifferInWidth() {
        var balances = new TreeMap<Account, Figures>(Map.of(
                new Account("alder", "org", "-", "tokens", "-"), new Figures(1_000, 0, 250),
                new Account("alder", "key", "chat/k1", "tokens", "2026-11-30"), new Figures(90, 0, 5)));
        assertThat(new Report().balances(balances).toString()).isEqualTo("""

                        Balances of the tenants with most calls
                          tenant  level  scope    period      meter   granted  consumed  available
                          alder   key    chat/k1  2026-11-30  tokens       90         5         85
                          alder   org    -        -           tokens    1,000       250        750
                        """);
    }

    @Test
    void shouldSayThatDeliveriesAreNotComparedWhenTheUpstreamIsNotOurs() {
        assertThat(new Report().check(GOOD, false).toString()).contains("not compared");
    }
}
