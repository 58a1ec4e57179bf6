package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Alert;
import io.quotaledger.schemas.avro.AlertKind;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.avro.Verdict;
import io.quotaledger.streamstopology.query.SnapshotFilter;
import io.quotaledger.streamstopology.state.StoreNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checkpoints through the topology: what comes out, what the stores keep, and the timer of those that wait. */
class CheckpointTopologyTest {
    private static final StoreStamp GEN_0 = new StoreStamp(1L, 0L);
    private static final StoreStamp GEN_1 = new StoreStamp(1L, 1L);
    private static final Instant NOW = Fixture.START.plusSeconds(15);

    private final Fixture fixture = new Fixture();
    private final TopologyKit kit = new TopologyKit();

    @BeforeEach
    void open() {
        kit.sendAll(fixture.opening());
        kit.sendAll(fixture.seeds());
        kit.send(fixture.prepaid("r1", 100, GEN_0));
    }

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void shouldWriteTheSnapshotTheAlertAndTheUpdateOfADrift() {
        var checkpoint = fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 1, 0, 1000, 100, 7);
        kit.send(checkpoint, NOW.plusMillis(20));

        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class))
                .containsExactly(Snapshot.newBuilder()
                        .setTenantId(Fixture.TENANT)
                        .setAccount(Fixture.ORG)
                        .setEventId(checkpoint.getEventId())
                        .setTime(NOW)
                        .setVerdict(Verdict.DRIFTED)
                        .setEpoch(1)
                        .setGeneration(0)
                        .setUpdateNumber(0)
                        .setLedger(new StoreFigures(1000L, 100L, 0L, false))
                        .setStore(new StoreFigures(1000L, 100L, 7L, false))
                        .setDriftGranted(0)
                        .setDriftReserved(0)
                        .setDriftConsumed(-7)
                        .setMissingEvents(0)
                        .setPendingUpdates(0)
                        .setReason(UpdateReason.DRIFT)
                        .build());
        assertThat(kit.values(Topic.ALERTS, Alert.class)).singleElement().satisfies(alert -> {
            assertThat(alert.getKind()).isEqualTo(AlertKind.DRIFT);
            assertThat(alert.getAccount()).isEqualTo(Fixture.ORG);
            assertThat(alert.getEventId()).isEqualTo(checkpoint.getEventId());
            assertThat(alert.getTime()).isEqualTo(NOW.plusMillis(20));
            assertThat(alert.getAmount()).isEqualTo(7);
            assertThat(alert.getDetail())
                    .contains("consumed 7")
                    .contains("consumed 0")
                    .contains("epoch 1");
        });
        var update = kit.storeUpdates().get(kit.storeUpdates().size() - 1);
        assertThat(update.getReason()).isEqualTo(UpdateReason.DRIFT);
        assertThat(update.getUpdate().getConsumed()).isEqualTo(-7);
    }

    @Test
    void shouldKeepUpdatesUntilACheckpointShowsThem() {
        kit.send(fixture.grant("g2", 500, null, null));
        kit.send(fixture.grant("g3", 11, null, null));
        assertThat(kit.storeSize(StoreNames.PENDING_UPDATE)).isEqualTo(2);

        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 1, 1, 1500, 100, 0), NOW);

        assertThat(kit.storeSize(StoreNames.PENDING_UPDATE)).isEqualTo(1);
        assertThat(kit.account(Fixture.ORG).getConfirmedUpdate()).isEqualTo(1);
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_1, 1, 2, 1511, 100, 0), NOW);
        assertThat(kit.storeSize(StoreNames.PENDING_UPDATE)).isZero();
        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class))
                .extracting(Snapshot::getVerdict)
                .containsExactly(Verdict.MATCHED, Verdict.MATCHED);
    }

    @Test
    void shouldForgetTheUpdatesOfALifeThatASeedEnds() {
        kit.send(fixture.grant("g2", 500, null, null));

        kit.send(fixture.gap(Fixture.ORG, 1));

        assertThat(kit.storeSize(StoreNames.PENDING_UPDATE)).isZero();
    }

    @Test
    void shouldKeepNothingOfALifeThatHasEnded() {
        kit.send(fixture.grant("g2", 500, null, null), NOW);
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 2, 0, 1000, 0, 0), NOW);

        kit.send(fixture.dropped(Fixture.ORG, NOW, 1), NOW);
        kit.send(fixture.grant("g3", 500, null, null), NOW);

        assertThat(kit.storeSize(StoreNames.PENDING_UPDATE)).isZero();
        assertThat(kit.storeUpdates())
                .filteredOn(update -> update.getUpdate() != null)
                .hasSize(1);
        var account = kit.account(Fixture.ORG);
        assertThat(account.getEpoch()).isEqualTo(2);
        assertThat(account.getBase()).isNull();
        assertThat(account.getSeededAt()).isNull();
        assertThat(account.getJudgedAt()).isEqualTo(NOW);
        assertThat(account.getWaitingCheckpoints()).isEmpty();
        assertThat(account.getBalance().getAvailable()).isEqualTo(1900);
        assertThat(kit.deadLetters()).isEmpty();
    }

    @Test
    void shouldJudgeACheckpointWithWhatIsThereWhenItsGraceTimeIsOver() {
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 2, 0, 1000, 150, 0), NOW);
        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class)).isEmpty();

        kit.becomeQuiet();
        kit.advanceWallClock(MemoryLedger.CHECKPOINT_GRACE.plusSeconds(15));

        assertThat(kit.timerEvents())
                .extracting(QuotaEvent::getCheckpointOverdue)
                .singleElement()
                .satisfies(overdue -> assertThat(overdue.getAccount()).isEqualTo(Fixture.ORG));
        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class))
                .singleElement()
                .satisfies(snapshot -> assertThat(snapshot.getVerdict()).isEqualTo(Verdict.MISSING_EVENTS))
                .satisfies(snapshot -> assertThat(snapshot.getMissingEvents()).isEqualTo(1))
                .satisfies(snapshot -> assertThat(snapshot.getDriftReserved()).isEqualTo(-50));
        assertThat(kit.account(Fixture.ORG).getWaitingCheckpoints()).isEmpty();
        assertThat(kit.values(Topic.ALERTS, Alert.class))
                .extracting(Alert::getKind)
                .containsExactly(AlertKind.MISSING_EVENTS);
    }

    @Test
    void shouldPageThroughSnapshotsNewestFirstWithThoseThatMatchedAmongTheOthers() {
        long[] consumed = {0, 7, 0, 0, 9, 0};
        for (int i = 0; i < consumed.length; i++) {
            var time = NOW.plusSeconds(i);
            long updates = i < 2 ? 0 : i < 5 ? 1 : 2;
            kit.send(
                    fixture.checkpoint(
                            Fixture.ORG, time, new StoreStamp(1L, (long) i), 1, updates, 1000, 100, consumed[i]),
                    time);
        }

        var everything = new SnapshotFilter(null, null, null);
        assertThat(times(everything, 100)).containsExactly(5L, 4L, 3L, 2L, 1L, 0L);
        assertThat(times(everything, 2)).containsExactly(5L, 4L, 3L, 2L, 1L, 0L);
        assertThat(times(new SnapshotFilter(Verdict.DRIFTED, null, null), 1)).containsExactly(4L, 1L);
        assertThat(times(new SnapshotFilter(Verdict.MATCHED, null, null), 3)).containsExactly(5L, 3L, 2L, 0L);
        assertThat(times(new SnapshotFilter(null, NOW.plusSeconds(1), NOW.plusSeconds(4)), 2))
                .containsExactly(3L, 2L, 1L);
        assertThat(times(new SnapshotFilter(Verdict.REWOUND, null, null), 3)).isEmpty();
        assertThat(kit.reader()
                        .snapshots("acme2", everything, Optional.empty(), 10)
                        .snapshots())
                .isEmpty();
    }

    @Test
    void shouldForgetSnapshotsThatMatchedAfterADay() {
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 1, 0, 1000, 100, 0), NOW);
        kit.send(fixture.checkpoint(Fixture.ORG, NOW.plusSeconds(1), GEN_1, 1, 0, 1000, 100, 7), NOW.plusSeconds(1));

        var later = NOW.plus(Duration.ofDays(1)).plusSeconds(2);
        kit.send(fixture.checkpoint(Fixture.ORG, later, new StoreStamp(1L, 2L), 1, 1, 1000, 100, 0), later);

        assertThat(times(new SnapshotFilter(null, null, null), 10))
                .containsExactly(Duration.between(NOW, later).toSeconds(), 1L);
    }

    @Test
    void shouldSurviveAClockOfRedisThatStandsAtItsBeginning() {
        kit.send(fixture.checkpoint(Fixture.ORG, Instant.EPOCH, GEN_0, 1, 0, 1000, 100, 0), NOW);

        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class)).hasSize(1);
        var all = kit.reader()
                .snapshots(Fixture.TENANT, new SnapshotFilter(null, Instant.EPOCH, null), Optional.empty(), 10);
        assertThat(all.snapshots()).hasSize(1);
    }

    @Test
    void shouldPutACheckpointAsideWhoseNumbersRedisCannotHold() {
        for (var stamp : List.of(new StoreStamp(Long.MAX_VALUE, 0L), new StoreStamp(1L, Long.MIN_VALUE))) {
            kit.send(fixture.checkpoint(Fixture.ORG, NOW, stamp, 1, 0, 1000, 100, 0), NOW);
        }
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, Long.MIN_VALUE, 0, 1000, 100, 0), NOW);
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 1, 1L << 53, 1000, 100, 0), NOW);
        kit.send(fixture.gap(Fixture.ORG, Long.MAX_VALUE), NOW);
        kit.send(fixture.dropped(Fixture.ORG, NOW, Long.MAX_VALUE), NOW);

        assertThat(kit.deadLetters()).hasSize(6).allMatch(letter -> letter.getReason()
                .equals("invalid"));
        assertThat(kit.account(Fixture.ORG).getEpoch()).isEqualTo(1);
    }

    /** Seconds after the first, over all pages. */
    private List<Long> times(SnapshotFilter filter, int limit) {
        var times = new ArrayList<Long>();
        var cursor = Optional.<String>empty();
        do {
            var page = kit.reader().snapshots(Fixture.TENANT, filter, cursor, limit);
            assertThat(page.snapshots()).hasSizeLessThanOrEqualTo(limit);
            page.snapshots()
                    .forEach(snapshot ->
                            times.add(Duration.between(NOW, snapshot.getTime()).toSeconds()));
            cursor = page.next();
        } while (cursor.isPresent());
        return times;
    }

    @Test
    void shouldWriteNoTimerEventForACheckpointThatWasJudgedInTime() {
        kit.send(fixture.checkpoint(Fixture.ORG, NOW, GEN_0, 2, 0, 1000, 150, 0), NOW);
        kit.send(fixture.prepaid("r2", 50, GEN_0), NOW.plusSeconds(1));

        kit.becomeQuiet();
        kit.advanceWallClock(MemoryLedger.CHECKPOINT_GRACE.plusSeconds(15));

        assertThat(kit.timerEvents()).isEmpty();
        assertThat(kit.values(Topic.SNAPSHOTS, Snapshot.class))
                .extracting(Snapshot::getVerdict)
                .containsExactly(Verdict.MATCHED);
    }
}
