package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.InstructionReason;
import io.quotaledger.streamstopology.ledger.Snapshot;
import io.quotaledger.streamstopology.ledger.Snapshot.Verdict;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The org wallet, granted 1,000 and seeded at epoch 1, is dropped: the scenarios of ADR 0006, by their letters. */
class DropsTest {
    private static final StoreStamp GEN_0 = new StoreStamp(1L, 0L);
    private static final StoreStamp GEN_1 = new StoreStamp(1L, 1L);

    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();
    private Instant now = Fixture.START.plusSeconds(15);

    @BeforeEach
    void open() {
        ledger.applyAll(fixture.opening());
        ledger.applyAll(fixture.seeds());
        ledger.apply(fixture.checkpoint(Fixture.ORG, now, GEN_0, 0, 0, 1000, 0, 0), now);
        now = now.plus(Duration.ofDays(20));
    }

    @Test
    void shouldEndTheLifeAndMoveNothing() { // a
        var effects = drop(1);

        assertThat(effects.instructions()).isEmpty();
        assertThat(effects.snapshots()).isEmpty();
        assertThat(effects.alerts()).isEmpty();
        assertThat(effects.entry()).isNull();
        assertThat(effects.balances()).isEmpty();
        var life = ledger.account(Fixture.ORG).life();
        assertThat(life.epoch()).isEqualTo(2);
        assertThat(life.base()).isNull();
    }

    @Test
    void shouldSendNoUpdateToADroppedAccountAndSeedItWithAllThatHappened() { // b
        drop(1);

        assertThat(ledger.apply(fixture.grant("g2", 500, null, null), now).instructions())
                .isEmpty();
        assertThat(ledger.apply(fixture.prepaid("r1", 100, null), now).instructions())
                .noneMatch(instruction -> instruction.account().equals(orgId()));
        var seed = seed(ledger.apply(fixture.absent(Fixture.ORG), now.plusMillis(1)));
        assertThat(seed.epoch()).isEqualTo(3);
        assertThat(seed.figures().granted()).isEqualTo(1500);
        assertThat(seed.figures().reserved()).isEqualTo(100);
        assertThat(seed.reason()).isEqualTo(InstructionReason.SEED_REQUESTED);
    }

    @Test
    void shouldGoOnWithTheNextLifeWhenItsSeedCameBeforeTheNews() { // c
        assertThat(seed(ledger.apply(fixture.absent(Fixture.ORG), now)).epoch()).isEqualTo(2);

        drop(1);

        assertThat(ledger.account(Fixture.ORG).life().epoch()).isEqualTo(2);
        var update = (StoreInstruction.Update) ledger.apply(fixture.grant("g2", 5, null, null), now)
                .instructions()
                .get(0);
        assertThat(update.epoch()).isEqualTo(2);
        assertThat(update.number()).isEqualTo(1);
    }

    @Test
    void shouldChangeNothingWhenTheNewsComesTwice() { // d
        var dropped = fixture.dropped(Fixture.ORG, now, 1);
        ledger.apply(dropped, now);
        var life = ledger.account(Fixture.ORG).life();

        assertThat(ledger.apply(dropped, now.plusSeconds(1)).accounts()).isEmpty();
        assertThat(ledger.apply(fixture.dropped(Fixture.ORG, now, 1), now.plusSeconds(2))
                        .accounts())
                .isEmpty();
        assertThat(ledger.account(Fixture.ORG).life()).isEqualTo(life);
    }

    @Test
    void shouldForgetTheUpdatesOfTheLifeThatHasEnded() { // e
        ledger.apply(fixture.grant("g2", 500, null, null), now); // UPDATE 1 finds it absent.
        drop(1);

        seed(ledger.apply(fixture.absent(Fixture.ORG), now));
        var stamp = new StoreStamp(3L, 0L);
        var effects = ledger.apply(
                fixture.checkpoint(Fixture.ORG, now.plusSeconds(15), stamp, 0, 0, 1500, 0, 0), now.plusSeconds(15));
        assertThat(only(effects).verdict()).isEqualTo(Verdict.MATCHED);
        assertThat(only(effects).pendingUpdates()).isZero();
    }

    @Test
    void shouldBookAnEventOfTheLifeThatHasEndedAndTellRedisNothing() { // f
        drop(1);

        var effects = ledger.apply(fixture.settled("r1", 100, 60, GEN_1), now);

        assertThat(effects.instructions())
                .noneMatch(instruction -> instruction.account().equals(orgId()));
        assertThat(ledger.account(Fixture.ORG).balance().consumed()).isEqualTo(60);
        assertThat(seed(ledger.apply(fixture.absent(Fixture.ORG), now))
                        .figures()
                        .consumed())
                .isEqualTo(60);
    }

    @Test
    void shouldCorrectTheNextLifeByAnEventOfTheLifeThatHasEnded() { // g
        drop(1);
        ledger.apply(fixture.absent(Fixture.ORG), now);

        var effects = ledger.apply(fixture.settled("r1", 100, 60, GEN_1), now);

        var update = effects.instructions().stream()
                .filter(instruction -> instruction.account().equals(orgId()))
                .map(StoreInstruction.Update.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(update.epoch()).isEqualTo(3);
        assertThat(update.delta().consumed()).isEqualTo(60);
        assertThat(update.delta().reserved()).isZero();
    }

    @Test
    void shouldTakeACheckpointFromBeforeForOldNews() { // h
        var before = fixture.checkpoint(Fixture.ORG, now.minusSeconds(1), GEN_1, 0, 0, 1000, 0, 0);
        drop(1);

        var effects = ledger.apply(before, now.plusSeconds(1));

        assertThat(only(effects).verdict()).isEqualTo(Verdict.SUPERSEDED);
        assertThat(effects.instructions()).isEmpty();
        assertThat(ledger.account(Fixture.ORG).life().base()).isNull();
    }

    @Test
    void shouldNotJudgeACheckpointThatWaitedForEvents() { // h
        ledger.apply(fixture.checkpoint(Fixture.ORG, now, GEN_1, 1, 0, 1000, 7, 0), now);

        var effects = drop(1);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.SUPERSEDED);
        assertThat(ledger.account(Fixture.ORG).life().checkpoints().waiting()).isEmpty();
    }

    @Test
    void shouldSeedAnewWhenAnOlderCopyOfRedisBringsItBack() { // i
        drop(1);
        now = now.plusSeconds(60);

        var effects = ledger.apply(fixture.checkpoint(Fixture.ORG, now, GEN_1, 0, 0, 1000, 0, 0), now);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.REWOUND);
        assertThat(seed(effects).epoch()).isEqualTo(3);
        assertThat(seed(effects).reason()).isEqualTo(InstructionReason.OTHER_EPOCH);
    }

    @Test
    void shouldTakeAGapFromBeforeForAnswered() { // j
        drop(1);

        assertThat(ledger.apply(fixture.gap(Fixture.ORG, 1), now).instructions())
                .isEmpty();
        assertThat(seed(ledger.apply(fixture.gap(Fixture.ORG, 2), now)).epoch())
                .as("asked for by somebody who knows that it was dropped")
                .isEqualTo(3);
    }

    @Test
    void shouldSeedAboveALifeThatTheLedgerNeverKnew() { // k
        drop(7);

        assertThat(seed(ledger.apply(fixture.absent(Fixture.ORG), now)).epoch()).isEqualTo(9);
    }

    @Test
    void shouldSeedAtOnceThoughTheLifeBeforeWasSeededJustNow() { // l
        ledger.apply(fixture.gap(Fixture.ORG, 1), now);
        drop(2);

        assertThat(seed(ledger.apply(fixture.absent(Fixture.ORG), now.plusMillis(1)))
                        .epoch())
                .isEqualTo(4);
    }

    @Test
    void shouldLetAnAccountLiveAndEndAgain() {
        drop(1);
        ledger.apply(fixture.absent(Fixture.ORG), now);
        now = now.plus(Duration.ofDays(20));

        drop(3);

        assertThat(ledger.account(Fixture.ORG).life().epoch()).isEqualTo(4);
        assertThat(ledger.account(Fixture.ORG).life().base()).isNull();
    }

    @Test
    void shouldHaveNoUseForTheEndOfAnAccountItDoesNotKnow() {
        assertThat(new MemoryLedger()
                        .apply(fixture.dropped(Fixture.ORG, now, 1))
                        .unbookable())
                .isNotNull();
    }

    private Effects drop(long epoch) {
        return ledger.apply(fixture.dropped(Fixture.ORG, now, epoch), now);
    }

    private io.quotaledger.streamstopology.ledger.AccountId orgId() {
        return ledger.account(Fixture.ORG).id();
    }

    private static Snapshot only(Effects effects) {
        assertThat(effects.snapshots()).hasSize(1);
        return effects.snapshots().get(0);
    }

    private static StoreInstruction.Seed seed(Effects effects) {
        return (StoreInstruction.Seed)
                Objects.requireNonNull(effects.instructions().get(0));
    }
}
