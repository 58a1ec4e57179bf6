package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.streamstopology.ledger.Alert;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.InstructionReason;
import io.quotaledger.streamstopology.ledger.OutcomeCode;
import io.quotaledger.streamstopology.ledger.Snapshot;
import io.quotaledger.streamstopology.ledger.Snapshot.Verdict;
import io.quotaledger.streamstopology.ledger.StoreDelta;
import io.quotaledger.streamstopology.ledger.StoreFigures;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checkpoints of the org wallet, which was granted 1,000 and seeded at epoch 1: rule 2 of design.md section 6. */
class CheckpointsTest {
    private static final Instant START = Fixture.START;
    private static final StoreStamp GEN_0 = new StoreStamp(1L, 0L);
    private static final StoreStamp GEN_1 = new StoreStamp(1L, 1L);
    private static final StoreStamp GEN_2 = new StoreStamp(1L, 2L);
    private static final StoreDelta NONE = new StoreDelta(0, 0, 0);

    private final Fixture fixture = new Fixture();
    private final MemoryLedger ledger = new MemoryLedger();
    private Instant now = START;

    @BeforeEach
    void open() {
        ledger.applyAll(fixture.opening());
        ledger.applyAll(fixture.seeds());
        now = START.plusSeconds(15);
    }

    @Test
    void shouldMatchWhenAllEventsAreThere() {
        ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);
        ledger.apply(fixture.settled("r1", 100, 60, GEN_0), now);

        var effects = checkpoint(GEN_0, 2, 0, 1000, 0, 60);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.MATCHED);
        assertThat(only(effects).drift()).isEqualTo(NONE);
        assertThat(effects.instructions()).isEmpty();
        assertThat(effects.alerts()).isEmpty();
        assertThat(effects.entry()).isNull();
        assertThat(effects.balances()).isEmpty();
    }

    @Test
    void shouldWaitForTheEventsThatRedisHasCountedAndMatchWithTheLastOfThem() {
        assertThat(checkpoint(GEN_0, 2, 0, 1000, 0, 60).snapshots()).isEmpty();
        assertThat(ledger.apply(fixture.settled("r1", 100, 60, GEN_0), now).snapshots())
                .isEmpty();

        var effects = ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.MATCHED);
        // The late prepay moved nothing in the ledger, but Redis had held for it.
        assertThat(updateOfOrg(effects).delta()).isEqualTo(new StoreDelta(0, -100, 0));
    }

    @Test
    void shouldNotCountWhatIsStampedLater() {
        ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);
        ledger.apply(fixture.prepaid("r2", 30, GEN_1), now);

        assertThat(only(checkpoint(GEN_0, 1, 0, 1000, 100, 0)).verdict()).isEqualTo(Verdict.MATCHED);
        assertThat(only(checkpoint(GEN_1, 2, 0, 1000, 130, 0)).verdict()).isEqualTo(Verdict.MATCHED);
    }

    @Test
    void shouldCorrectADriftAndSayWhatItWas() {
        ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);

        var effects = checkpoint(GEN_0, 1, 0, 1000, 100, 7);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.DRIFTED);
        assertThat(only(effects).ledger()).isEqualTo(new StoreFigures(1000, 100, 0, false));
        assertThat(only(effects).drift()).isEqualTo(new StoreDelta(0, 0, -7));
        var update = updateOfOrg(effects);
        assertThat(update.reason()).isEqualTo(InstructionReason.DRIFT);
        assertThat(update.number()).isEqualTo(1);
        assertThat(update.delta()).isEqualTo(new StoreDelta(0, 0, -7));
        assertThat(effects.alerts())
                .singleElement()
                .satisfies(alert -> assertThat(alert.kind()).isEqualTo(Alert.Kind.DRIFT))
                .satisfies(alert -> assertThat(alert.amount()).isEqualTo(7));
        // The next one shows the update applied, and that is the end of it.
        assertThat(only(checkpoint(GEN_1, 1, 1, 1000, 100, 0)).verdict()).isEqualTo(Verdict.MATCHED);
    }

    @Test
    void shouldSeeADriftBesideUpdatesThatAreUnderWay() {
        ledger.apply(fixture.grant("g2", 500, null, null), now); // UPDATE 1, not yet in Redis

        var effects = checkpoint(GEN_0, 0, 0, 1000, 0, 3);

        assertThat(only(effects).drift()).isEqualTo(new StoreDelta(0, 0, -3));
        assertThat(updateOfOrg(effects).number()).isEqualTo(2);
        assertThat(only(checkpoint(GEN_1, 0, 2, 1500, 0, 0)).verdict()).isEqualTo(Verdict.MATCHED);
    }

    @Test
    void shouldMendACapThatWasTakenAway() {
        var uncapped = fixture.checkpoint(Fixture.ORG, now, GEN_0, 0, 0, 1000, 0, 0);
        uncapped.getCheckpointed().getFigures().setUncapped(true);

        var effects = ledger.apply(uncapped, now);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.DRIFTED);
        assertThat(updateOfOrg(effects).uncapped()).isFalse();
        assertThat(updateOfOrg(effects).delta()).isEqualTo(NONE);
    }

    @Test
    void shouldGoOnWithoutTheEventsThatAreMissingAfterTheGraceTime() {
        var checkpoint = fixture.checkpoint(Fixture.ORG, now, GEN_0, 1, 0, 1000, 100, 0);
        ledger.apply(checkpoint, now);
        var due = now.plus(MemoryLedger.CHECKPOINT_GRACE);

        assertThat(ledger.apply(fixture.overdue(Fixture.ORG, checkpoint), due.minusMillis(1))
                        .snapshots())
                .isEmpty();
        var effects = ledger.apply(fixture.overdue(Fixture.ORG, checkpoint), due);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.MISSING_EVENTS);
        assertThat(only(effects).missingEvents()).isEqualTo(1);
        assertThat(updateOfOrg(effects).delta()).isEqualTo(new StoreDelta(0, -100, 0));
        assertThat(effects.alerts())
                .singleElement()
                .satisfies(alert -> assertThat(alert.kind()).isEqualTo(Alert.Kind.MISSING_EVENTS))
                .satisfies(alert -> assertThat(alert.amount()).isEqualTo(1));
        assertThat(ledger.apply(fixture.overdue(Fixture.ORG, checkpoint), due).snapshots())
                .isEmpty();
        // It arrives after all: the ledger books it, and Redis gets it back.
        assertThat(updateOfOrg(ledger.apply(fixture.prepaid("r1", 100, GEN_0), due))
                        .delta())
                .isEqualTo(new StoreDelta(0, 100, 0));
    }

    @Test
    void shouldSeedWhenRedisHasFewerExecutionsThanTheLedgerHasSeen() {
        ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);

        var effects = checkpoint(GEN_0, 0, 0, 1000, 0, 0);

        assertRewound(effects, InstructionReason.EXECUTIONS_LOST);
        assertThat(seedOfOrg(effects).figures()).isEqualTo(new StoreFigures(1000, 100, 0, false));
    }

    @Test
    void shouldSeedWhenAClosedGenerationComesAgainLater() {
        checkpoint(GEN_0, 0, 0, 1000, 0, 0);
        checkpoint(GEN_1, 0, 0, 1000, 0, 0);

        assertRewound(checkpoint(GEN_1, 0, 0, 1000, 0, 0), InstructionReason.CLOSED_GENERATION);
    }

    @Test
    void shouldSeedWhenAConfirmedUpdateIsGone() {
        ledger.apply(fixture.grant("g2", 500, null, null), now);
        checkpoint(GEN_0, 0, 1, 1500, 0, 0);

        assertRewound(checkpoint(GEN_1, 0, 0, 1000, 0, 0), InstructionReason.UPDATES_LOST);
    }

    @Test
    void shouldSeedWhenRedisHasUpdatesThatTheLedgerNeverSent() {
        assertRewound(checkpoint(GEN_0, 0, 1, 1500, 0, 0), InstructionReason.UPDATES_LOST);
    }

    @Test
    void shouldSeedWhenAnUpdateIsNotThereAfterTwoFurtherCheckpointsAndAMinute() {
        ledger.apply(fixture.grant("g2", 500, null, null), now);

        assertThat(checkpoint(GEN_0, 0, 0, 1000, 0, 0).instructions()).isEmpty();
        now = now.plusSeconds(55);
        var waits = checkpoint(GEN_1, 0, 0, 1000, 0, 0);
        assertThat(only(waits).verdict()).isEqualTo(Verdict.MATCHED);
        assertThat(only(waits).pendingUpdates()).isEqualTo(1);
        assertThat(waits.instructions()).isEmpty();
        now = now.plusSeconds(5);
        var effects = checkpoint(GEN_2, 0, 0, 1000, 0, 0);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.MATCHED);
        assertThat(only(effects).reason()).isEqualTo(InstructionReason.UPDATE_UNCONFIRMED);
        assertThat(seedOfOrg(effects).figures()).isEqualTo(new StoreFigures(1500, 0, 0, false));
        assertThat(effects.alerts())
                .singleElement()
                .satisfies(alert -> assertThat(alert.kind()).isEqualTo(Alert.Kind.UPDATE_LOST))
                .satisfies(alert -> assertThat(alert.amount()).isEqualTo(1));
    }

    @Test
    void shouldIgnoreAnEarlierLifeWhileItsSeedIsUnderWayAndSeedAgainIfItNeverArrives() {
        heard();
        ledger.apply(fixture.gap(Fixture.ORG, 1), now); // epoch 2
        now = now.plusSeconds(9);
        var early = checkpoint(GEN_1, 0, 0, 1000, 0, 0);
        assertThat(only(early).verdict()).isEqualTo(Verdict.SUPERSEDED);
        assertThat(early.instructions()).isEmpty();

        now = now.plusSeconds(2);
        var effects = checkpoint(GEN_2, 0, 0, 1000, 0, 0);

        assertRewound(effects, InstructionReason.OTHER_EPOCH);
        assertThat(seedOfOrg(effects).epoch()).isEqualTo(3);
    }

    @Test
    void shouldMakeFewSeedsHoweverLongTheyTakeToArrive() {
        heard();
        ledger.apply(fixture.gap(Fixture.ORG, 1), now);
        int seeds = 0;
        for (int i = 1; i <= 40; i++) { // For ten minutes Redis stays as it is.
            now = now.plusSeconds(15);
            seeds += checkpoint(new StoreStamp(1L, (long) i), 0, 0, 1000, 0, 0)
                    .instructions()
                    .size();
        }

        assertThat(seeds).isBetween(8, 12);
    }

    @Test
    void shouldMakeFewSeedsHoweverOftenAnAbsentAccountIsAskedFor() {
        heard();
        int seeds = 0;
        for (int i = 1; i <= 120; i++) { // For ten minutes Redis does not get it.
            now = now.plusSeconds(5);
            seeds += ledger.apply(fixture.absent(Fixture.ORG), now)
                    .instructions()
                    .size();
        }

        assertThat(seeds).isBetween(10, 15);
    }

    @Test
    void shouldNotSeedABudgetWhosePeriodIsLongOver() {
        var later = Instant.parse("2026-12-02T00:00:01Z");

        var effects = ledger.apply(Fixture.at(fixture.absent(Fixture.KEY), later), later);

        assertThat(effects.instructions()).isEmpty();
        assertThat(Objects.requireNonNull(effects.outcome()).code()).isEqualTo(OutcomeCode.UNKNOWN_ACCOUNT);
    }

    @Test
    void shouldTellARepeatFromARewoundRedisWhateverTheClocksSay() {
        for (var skew : List.of(Duration.ofMinutes(-6), Duration.ofMinutes(2))) {
            var ofOrg = new MemoryLedger();
            ofOrg.applyAll(fixture.opening());
            ofOrg.applyAll(fixture.seeds());
            var checkpoint = fixture.checkpoint(Fixture.ORG, now.plus(skew), GEN_0, 0, 0, 1000, 0, 0);
            ofOrg.apply(checkpoint, now);

            assertThat(ofOrg.apply(checkpoint, now.plusSeconds(3)).instructions())
                    .as("Redis clock off by %s", skew)
                    .isEmpty();
            var again = fixture.checkpoint(Fixture.ORG, now.plus(skew).plusSeconds(15), GEN_0, 0, 0, 1000, 0, 0);
            assertRewound(ofOrg.apply(again, now.plusSeconds(15)), InstructionReason.CLOSED_GENERATION);
        }
    }

    @Test
    void shouldIgnoreAnEarlierLifeThatIsPublishedLate() {
        heard();
        var late = fixture.checkpoint(Fixture.ORG, now, GEN_1, 0, 0, 1000, 0, 0);
        ledger.apply(fixture.gap(Fixture.ORG, 1), now.plusSeconds(1));

        assertThat(ledger.apply(late, now.plusSeconds(60)).instructions()).isEmpty();
        // Nobody can tell a record so late from a clock that stands still, and a seed does no harm.
        assertRewound(ledger.apply(late, now.plus(Duration.ofMinutes(6))), InstructionReason.OTHER_EPOCH);
    }

    @Test
    void shouldSeedAboveALaterLifeThanItsOwn() {
        var effects = checkpoint(new StoreStamp(7L, 0L), 0, 0, 1000, 0, 0);

        assertRewound(effects, InstructionReason.OTHER_EPOCH);
        assertThat(seedOfOrg(effects).epoch()).isEqualTo(8);
    }

    @Test
    void shouldJudgeOneCheckpointOnceHoweverOftenItComes() {
        var waits = fixture.checkpoint(Fixture.ORG, now, GEN_0, 1, 0, 1000, 100, 0);
        ledger.apply(waits, now);
        ledger.apply(waits, now.plusSeconds(1));
        assertThat(only(ledger.apply(fixture.prepaid("r1", 100, GEN_0), now.plusSeconds(2)))
                        .verdict())
                .isEqualTo(Verdict.MATCHED);

        assertThat(ledger.apply(waits, now.plusSeconds(3)).instructions()).isEmpty();
        now = now.plusSeconds(15);
        checkpoint(GEN_1, 1, 0, 1000, 100, 0);
        assertThat(ledger.apply(waits, now.plusSeconds(1)).instructions()).isEmpty();
    }

    @Test
    void shouldIgnoreACheckpointThatALaterOneOvertook() {
        var overtaken = fixture.checkpoint(Fixture.ORG, now, GEN_0, 0, 0, 1000, 0, 0);
        now = now.plusSeconds(15);
        checkpoint(GEN_1, 0, 0, 1000, 0, 0);

        assertThat(ledger.apply(overtaken, now).instructions()).isEmpty();
    }

    @Test
    void shouldSeedWhateverSomebodyMadeOfTheBookkeeping() {
        assertRewound(checkpoint(new StoreStamp(-1L, 0L), 0, 0, 1000, 0, 0), InstructionReason.OTHER_EPOCH);
        assertRewound(muchLater(new StoreStamp(2L, -5L), 0, 0, 1000, 0, 0), InstructionReason.CLOSED_GENERATION);
        assertRewound(checkpoint(new StoreStamp(3L, 0L), -1, 0, 1000, 0, 0), InstructionReason.EXECUTIONS_LOST);
        assertRewound(checkpoint(new StoreStamp(4L, 0L), 0, -1, 1000, 0, 0), InstructionReason.UPDATES_LOST);
    }

    @Test
    void shouldRecordWhatASeedLeavesWithoutAVerdict() {
        checkpoint(GEN_0, 5, 0, 1000, 0, 0);

        var effects = ledger.apply(fixture.gap(Fixture.ORG, 1), now);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.SUPERSEDED);
        assertThat(only(effects).reason()).isEqualTo(InstructionReason.SEED_REQUESTED);
        assertThat(seedOfOrg(effects).epoch()).isEqualTo(2);
    }

    @Test
    void shouldSeedRatherThanCorrectADriftThatRedisCannotCompute() {
        var most = (1L << 53) - 1;

        var effects = checkpoint(GEN_0, 0, 0, -most, 0, 0);

        assertThat(only(effects).verdict()).isEqualTo(Verdict.DRIFTED);
        assertThat(seedOfOrg(effects).reason()).isEqualTo(InstructionReason.DRIFT);
    }

    @Test
    void shouldJudgeAllThatWaitedInTheirOrder() {
        var first = fixture.checkpoint(Fixture.ORG, now, GEN_0, 1, 0, 1000, 100, 0);
        ledger.apply(first, now);
        assertThat(checkpoint(GEN_1, 2, 0, 1000, 100, 40).snapshots()).isEmpty();
        ledger.apply(fixture.settled("r0", 0, 40, GEN_1), now);
        assertThat(ledger.account(Fixture.ORG).life().checkpoints().waiting()).hasSize(2);

        var effects = ledger.apply(fixture.prepaid("r1", 100, GEN_0), now);

        assertThat(effects.snapshots().stream().map(Snapshot::verdict))
                .containsExactly(Verdict.MATCHED, Verdict.MATCHED);
    }

    @Test
    void shouldBeUnbookableWhenTheLedgerHasNoSuchAccount() {
        var foreign = Fixture.at(fixture.checkpoint(Fixture.KEY, now, GEN_2, 0, 0, 0, 0, 0), now);
        var other = new MemoryLedger();
        other.applyAll(fixture.opening());

        assertThat(other.apply(foreign, now).unbookable()).contains("no account");
    }

    /** Redis shows that it has the first life. */
    private void heard() {
        assertThat(only(checkpoint(GEN_0, 0, 0, 1000, 0, 0)).verdict()).isEqualTo(Verdict.MATCHED);
    }

    /** A checkpoint taken long after all that was before. */
    private Effects muchLater(StoreStamp end, long executions, long update, long... figures) {
        now = now.plus(Duration.ofMinutes(6));
        return checkpoint(end, executions, update, figures);
    }

    private Effects checkpoint(StoreStamp end, long executions, long update, long... figures) {
        now = now.plusMillis(1);
        return ledger.apply(fixture.checkpoint(Fixture.ORG, now, end, executions, update, figures), now);
    }

    private static void assertRewound(Effects effects, InstructionReason reason) {
        assertThat(only(effects).verdict()).isEqualTo(Verdict.REWOUND);
        assertThat(only(effects).reason()).isEqualTo(reason);
        assertThat(seedOfOrg(effects).reason()).isEqualTo(reason);
        assertThat(effects.alerts()).singleElement().satisfies(alert -> assertThat(alert.kind())
                .isEqualTo(Alert.Kind.REWOUND));
    }

    private static Snapshot only(Effects effects) {
        assertThat(effects.snapshots()).hasSize(1);
        return effects.snapshots().get(0);
    }

    private static StoreInstruction.Update updateOfOrg(Effects effects) {
        return ofOrg(effects, StoreInstruction.Update.class);
    }

    private static StoreInstruction.Seed seedOfOrg(Effects effects) {
        return ofOrg(effects, StoreInstruction.Seed.class);
    }

    private static <T extends StoreInstruction> T ofOrg(Effects effects, Class<T> type) {
        var ofOrg = effects.instructions().stream()
                .filter(instruction -> instruction.account().scope().equals("-"))
                .toList();
        assertThat(ofOrg).singleElement().isInstanceOf(type);
        return type.cast(ofOrg.get(0));
    }
}
