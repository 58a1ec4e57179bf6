package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.EntryKind;
import io.quotaledger.streamstopology.ledger.OutcomeCode;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seeds and corrections: rules 1 and 3 of design.md section 6. */
class SeedsTest {
    private static final Instant START = Fixture.START;

    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();

    @BeforeEach
    void open() {
        ledger.applyAll(fixture.opening());
    }

    @Test
    void shouldSeedWithTheLedgersBalanceAndOpenReservations() {
        ledger.apply(fixture.prepaid("r1", 100, null));
        ledger.apply(fixture.prepaid("r2", 50, null));
        ledger.apply(fixture.settled("r2", 50, 30, null));

        var seed = seed(ledger.apply(fixture.absent(Fixture.ORG)));

        assertThat(seed.epoch()).isEqualTo(1);
        assertThat(seed.figures().granted()).isEqualTo(1000);
        assertThat(seed.figures().reserved()).isEqualTo(100);
        assertThat(seed.figures().consumed()).isEqualTo(30);
        assertThat(seed.endsAt()).isNull();
    }

    @Test
    void shouldOpenABudgetWithTheLimitInForceWhenItIsSeededFirst() {
        var effects = ledger.apply(fixture.absent(Fixture.KEY));

        assertThat(Objects.requireNonNull(effects.entry()).kind()).isEqualTo(EntryKind.BUDGET_OPENED);
        assertThat(seed(effects).figures().granted()).isEqualTo(1000);
        assertThat(seed(effects).endsAt()).isEqualTo("2026-12-01T00:00:00Z");
        assertThat(effects.instructions()).hasSize(1);
    }

    @Test
    void shouldMakeOneSeedWhenManyGatewaysAskAtOnce() {
        ledger.apply(fixture.absent(Fixture.ORG), START);

        assertThat(ledger.apply(fixture.absent(Fixture.ORG), START.plusMillis(1))
                        .instructions())
                .isEmpty();
        assertThat(ledger.apply(fixture.absent(Fixture.ORG), START.plusMillis(1_999))
                        .instructions())
                .isEmpty();
        assertThat(seed(ledger.apply(fixture.absent(Fixture.ORG), START.plusSeconds(2)))
                        .epoch())
                .isEqualTo(2);
    }

    @Test
    void shouldChangeNothingWhenOneRequestComesTwice() {
        var request = fixture.absent(Fixture.ORG);
        ledger.apply(request, START);

        assertThat(ledger.apply(request, START.plusSeconds(60)).instructions()).isEmpty();
        assertThat(ledger.account(Fixture.ORG).life().epoch()).isEqualTo(1);
    }

    @Test
    void shouldIgnoreAGapInAnOlderEpoch() {
        ledger.apply(fixture.absent(Fixture.ORG), START);
        assertThat(seed(ledger.apply(fixture.gap(Fixture.ORG, 1), START)).epoch())
                .isEqualTo(2);

        assertThat(ledger.apply(fixture.gap(Fixture.ORG, 1), START).instructions())
                .isEmpty();
        assertThat(seed(ledger.apply(fixture.gap(Fixture.ORG, 2), START)).epoch())
                .isEqualTo(3);
        assertThat(seed(ledger.apply(fixture.gap(Fixture.ORG, 9), START)).epoch())
                .as("above what Redis holds")
                .isEqualTo(10);
    }

    @Test
    void shouldRefuseAccountsThatNoPlanHas() {
        for (var account : new AccountRef[] {
            new AccountRef(Level.APP, "mail", "tokens", "2026-11"),
            new AccountRef(Level.APP, "chat", "usd", "2026-11"),
            new AccountRef(Level.APP, "chat", "tokens", "2026-11-30"),
            new AccountRef(Level.KEY, "chat/k1", "tokens", "-"),
            new AccountRef(Level.KEY, "chat/k1", "tokens", "2026-11-28"),
            new AccountRef(Level.KEY, "chat/k1", "tokens", "2026-12-02"),
            new AccountRef(Level.KEY, "chat/k1", "tokens", "someday"),
        }) {
            var effects = ledger.apply(fixture.absent(account));

            assertThat(Objects.requireNonNull(effects.outcome()).code())
                    .as("%s", account)
                    .isEqualTo(OutcomeCode.UNKNOWN_ACCOUNT);
            assertThat(effects.instructions()).isEmpty();
        }
    }

    @Test
    void shouldSendNoUpdateForWhatWasNeverSeeded() {
        assertThat(ledger.apply(fixture.prepaid("r1", 100, null)).instructions())
                .isEmpty();
        assertThat(ledger.apply(fixture.grant("g2", 5, null, null)).instructions())
                .isEmpty();
    }

    @Test
    void shouldNumberUpdatesFromOneInEachEpoch() {
        ledger.apply(fixture.absent(Fixture.ORG), START);
        assertThat(update(ledger.apply(fixture.grant("g2", 5, null, null))).number())
                .isEqualTo(1);
        assertThat(update(ledger.apply(fixture.grant("g3", 5, null, null))).number())
                .isEqualTo(2);
        ledger.apply(fixture.gap(Fixture.ORG, 1), START);

        var update = update(ledger.apply(fixture.grant("g4", 5, null, null)));

        assertThat(update.epoch()).isEqualTo(2);
        assertThat(update.number()).isEqualTo(1);
    }

    @Test
    void shouldCorrectWhatAnOlderLifeOfRedisApplied() {
        ledger.apply(fixture.absent(Fixture.ORG), START);
        ledger.apply(fixture.gap(Fixture.ORG, 1), START);

        var effects = ledger.apply(fixture.prepaid("r1", 100, new StoreStamp(1L, 0L)));

        assertThat(update(effects).delta().reserved()).isEqualTo(100);
    }

    @Test
    void shouldSeedAPeriodThatIsOverOnlyForADay() {
        var yesterday = new AccountRef(Level.KEY, "chat/k1", "tokens", "2026-11-29");
        var late = START.plus(Duration.ofDays(1));

        assertThat(ledger.apply(Fixture.at(fixture.absent(yesterday), late)).instructions())
                .isEmpty();
        assertThat(ledger.apply(fixture.absent(yesterday)).instructions()).hasSize(1);
        assertThat(ledger.apply(Fixture.at(fixture.absent(yesterday), late)).instructions())
                .as("though it exists now")
                .isEmpty();
    }

    private static StoreInstruction.Seed seed(Effects effects) {
        return (StoreInstruction.Seed) effects.instructions().get(0);
    }

    private static StoreInstruction.Update update(Effects effects) {
        return (StoreInstruction.Update) effects.instructions().get(0);
    }
}
