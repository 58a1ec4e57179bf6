package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.schemas.avro.state.ReservationPhase;
import io.quotaledger.schemas.serde.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The topology with all its stores and topics, without brokers. */
class LedgerTopologyTest {
    private static final StoreStamp STAMP = new StoreStamp(1L, 0L);

    private final Fixture fixture = new Fixture();
    private final TopologyKit kit = new TopologyKit();

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void shouldKeepItsShape() throws IOException {
        var described = new LedgerTopology(Fixture.SERDES, LedgerOptions.defaults())
                .get()
                .describe()
                .toString();

        assertThat(withStoresInOrder(described)).isEqualToNormalizingNewlines(resource("/topology.txt"));
    }

    /** Kafka Streams lists the stores in the order of a hash set, which is not the same in every JDK. */
    private static String withStoresInOrder(String described) {
        return Pattern.compile("stores: \\[(.*)]").matcher(described).replaceAll(found -> {
            var stores = found.group(1).split(", ", -1);
            Arrays.sort(stores);
            return "stores: [" + String.join(", ", stores) + "]";
        });
    }

    @Test
    void shouldNumberAndChainTheJournal() {
        kit.sendAll(day());

        var before = new byte[32];
        var number = 1L;
        for (var record : kit.raw(Topic.JOURNAL)) {
            var entry = entry(record.value);
            assertThat(entry.getNumber()).isEqualTo(number++);
            assertThat(entry.getPreviousHash().bytes()).isEqualTo(before);
            before = sha256(Arrays.copyOfRange(record.value, WireFormat.HEADER_BYTES, record.value.length));
        }
        assertThat(number).isGreaterThan(6);
    }

    @Test
    void shouldWriteTheSameJournalWhenTheLogIsReplayed() {
        var log = day();
        kit.sendAll(log);
        try (var replay = new TopologyKit()) {
            replay.sendAll(log);

            assertThat(bytes(replay, Topic.JOURNAL)).isEqualTo(bytes(kit, Topic.JOURNAL));
            assertThat(bytes(replay, Topic.STORE_UPDATES)).isEqualTo(bytes(kit, Topic.STORE_UPDATES));
            assertThat(bytes(replay, Topic.BALANCES)).isEqualTo(bytes(kit, Topic.BALANCES));
        }
    }

    @Test
    void shouldChangeNothingWhenEveryEventComesTwice() {
        var log = day();
        kit.sendAll(log);
        try (var twice = new TopologyKit()) {
            log.forEach(event -> {
                twice.send(event);
                twice.send(event);
            });
            twice.sendAll(log);

            assertThat(bytes(twice, Topic.JOURNAL)).isEqualTo(bytes(kit, Topic.JOURNAL));
            assertThat(bytes(twice, Topic.STORE_UPDATES)).isEqualTo(bytes(kit, Topic.STORE_UPDATES));
            assertThat(bytes(twice, Topic.CONFIG)).isEqualTo(bytes(kit, Topic.CONFIG));
        }
    }

    @Test
    void shouldCarryTheCallIntoTheJournal() {
        kit.sendAll(fixture.opening());
        kit.send(fixture.prepaid("r1", 100, null));
        kit.send(fixture.settled("r1", 100, 60, null));

        var settled = kit.journal().get(kit.journal().size() - 1);

        assertThat(settled.getKind()).isEqualTo(EntryKind.SETTLED);
        assertThat(settled.getCall()).isEqualTo(Fixture.CALL);
        assertThat(settled.getUsage().getUncachedInput()).isEqualTo(60);
        assertThat(settled.getReservationId()).isEqualTo("r1");
        assertThat(settled.getMovements()).hasSize(3);
        assertThat(settled.getMovements().get(0).getAfter().getConsumed()).isEqualTo(60);
    }

    @Test
    void shouldKeyBalancesByAccountAndEverythingElseByTenant() {
        kit.sendAll(fixture.opening());
        kit.send(fixture.prepaid("r1", 100, null));

        assertThat(keys(Topic.BALANCES))
                .contains("acme|ORG|-|tokens|-", "acme|APP|chat|tokens|2026-11", "acme|KEY|chat/k1|tokens|2026-11-30");
        assertThat(keys(Topic.JOURNAL)).containsOnly("acme");
        assertThat(keys(Topic.OUTCOMES)).containsOnly("acme");
        assertThat(keys(Topic.CONFIG)).contains("tenant/acme", "app/acme/chat", "key/" + "ab".repeat(32));
    }

    @Test
    void shouldExpireAReservationOnceItsDeadlineHasPassed() {
        kit.sendAll(fixture.opening());
        kit.sendAll(fixture.seeds());
        kit.send(fixture.prepaid("r1", 100, STAMP));
        kit.send(fixture.prepaid("r2", 100, STAMP));
        kit.send(fixture.settled("r2", 100, 5, STAMP));

        kit.advanceWallClock(Fixture.HOLD.minusMillis(1));
        assertThat(kit.timerEvents()).isEmpty();
        kit.advanceWallClock(Duration.ofSeconds(2));
        kit.advanceWallClock(Duration.ofHours(1));

        assertThat(kit.timerEvents()).singleElement().satisfies(event -> {
            assertThat(event.getReservationExpired().getReservationId()).isEqualTo("r1");
            assertThat(event.getTime()).isEqualTo(Fixture.START.plus(Fixture.HOLD));
        });
        assertThat(kit.account(Fixture.KEY).getBalance().getReserved()).isZero();
        assertThat(kit.reader().reservation(Fixture.TENANT, "r1").orElseThrow().getPhase())
                .isEqualTo(ReservationPhase.EXPIRED);
    }

    @Test
    void shouldNotExpireWhatIsSettledFurtherOnInALogItLagsBehind() {
        kit.sendAll(fixture.opening());
        kit.sendAll(fixture.seeds());
        kit.send(fixture.prepaid("r1", 100, STAMP));
        kit.advanceWallClock(Fixture.HOLD.plusMinutes(5));
        for (int second = 1; second <= 5; second++) {
            kit.send(fixture.prepaid("other" + second, 1, STAMP), Fixture.START.plusSeconds(second));
            kit.advanceWallClock(Duration.ofSeconds(1));
        }
        kit.send(fixture.settled("r1", 100, 60, STAMP), Fixture.START.plusSeconds(6));
        kit.advanceWallClock(Duration.ofSeconds(1));
        kit.advanceWallClock(Duration.ofSeconds(1));

        assertThat(kit.timerEvents())
                .extracting(event -> event.getReservationExpired().getReservationId())
                .doesNotContain("r1")
                .hasSize(5);
        assertThat(kit.reader().reservation(Fixture.TENANT, "r1").orElseThrow().getPhase())
                .isEqualTo(ReservationPhase.SETTLED);
    }

    @Test
    void shouldExpireAReservationThatComesLongAfterItsDeadline() {
        kit.sendAll(fixture.opening());
        kit.sendAll(fixture.seeds());
        kit.advanceWallClock(Duration.ofHours(1));
        assertThat(kit.timerEvents()).isEmpty();

        kit.send(fixture.prepaid("late", 100, STAMP), Fixture.START.plus(Duration.ofHours(1)));
        kit.advanceWallClock(Duration.ofSeconds(1));

        assertThat(kit.timerEvents()).singleElement().satisfies(event -> assertThat(
                        event.getReservationExpired().getReservationId())
                .isEqualTo("late"));
    }

    @Test
    void shouldActivateAndExpireAGrantInTime() {
        kit.sendAll(fixture.opening());
        var start = Fixture.START;
        kit.send(fixture.grant("g2", 500, start.plusSeconds(100), start.plusSeconds(200)));
        assertThat(kit.account(Fixture.ORG).getBalance().getIssued()).isEqualTo(1000);

        kit.becomeQuiet();
        kit.advanceWallClock(Duration.ofSeconds(100));
        assertThat(kit.account(Fixture.ORG).getBalance().getIssued()).isEqualTo(1500);
        kit.becomeQuiet();
        kit.advanceWallClock(Duration.ofSeconds(100));

        var balance = kit.account(Fixture.ORG).getBalance();
        assertThat(balance.getExpired()).isEqualTo(500);
        assertThat(balance.getAvailable()).isEqualTo(1000);
        assertThat(kit.timerEvents()).hasSize(2);
        assertThat(kit.journal())
                .extracting(JournalEntry::getKind)
                .contains(EntryKind.GRANTED, EntryKind.GRANT_EXPIRED);
    }

    @Test
    void shouldExpireInBatchesWhenMuchIsDueAtOnce() {
        try (var small = new TopologyKit(new LedgerOptions(
                Duration.ofDays(30), Duration.ofSeconds(1), 10, Duration.ofMinutes(10), Duration.ofSeconds(30)))) {
            small.sendAll(fixture.opening());
            for (int i = 0; i < 25; i++) {
                small.send(fixture.prepaid("r" + i, 1, null));
            }
            small.becomeQuiet();
            small.advanceWallClock(Fixture.HOLD);
            var expired = small.timerEvents().size();
            small.advanceWallClock(Duration.ofSeconds(1));
            small.advanceWallClock(Duration.ofSeconds(1));
            small.advanceWallClock(Duration.ofSeconds(1));

            assertThat(expired).isBetween(1, 20);
            assertThat(small.timerEvents()).hasSize(25);
            assertThat(small.account(Fixture.ORG).getBalance().getReserved()).isZero();
        }
    }

    @Test
    void shouldForgetAfterTheRetentionAndRefuseWhatComesLater() {
        kit.sendAll(fixture.opening());
        var prepaid = fixture.prepaid("r1", 100, null);
        var settled = fixture.settled("r1", 100, 60, null);
        kit.send(prepaid);
        kit.send(settled);
        var later = Fixture.START.plus(Duration.ofDays(31)).plusSeconds(20);
        kit.send(fixture.prepaid("r2", 1, null), later.minusSeconds(11));
        kit.send(Fixture.at(fixture.prepaid("r3", 1, null), later), later);
        kit.send(Fixture.at(fixture.prepaid("r4", 1, null), later), later.plusSeconds(11));
        assertThat(kit.reader().reservation(Fixture.TENANT, "r1")).isEmpty();
        var consumed = kit.account(Fixture.ORG).getBalance().getConsumed();

        kit.send(settled, later.plusSeconds(12));

        assertThat(kit.account(Fixture.ORG).getBalance().getConsumed()).isEqualTo(consumed);
        var last = kit.deadLetters().get(kit.deadLetters().size() - 1);
        assertThat(last.getReason()).isEqualTo("invalid");
        assertThat(last.getDetail()).contains("older than the retention");
    }

    /** A day of everything. */
    private List<QuotaEvent> day() {
        var log = new ArrayList<>(fixture.opening());
        log.addAll(fixture.seeds());
        for (int i = 0; i < 5; i++) {
            log.add(fixture.prepaid("r" + i, 100, i % 2 == 0 ? STAMP : null));
        }
        log.add(fixture.settled("r0", 100, 60, STAMP));
        log.add(fixture.settled("r1", 100, 130, null));
        log.add(fixture.refunded("r2", 100, STAMP));
        log.add(fixture.expired("r3"));
        log.add(fixture.settled("r3", 100, 10, null));
        log.add(fixture.limit(
                io.quotaledger.schemas.avro.Level.KEY, "chat/k1", io.quotaledger.schemas.avro.PeriodKind.DAY, 2000L));
        log.add(fixture.plan(Fixture.plan(2, 5000L, null)));
        log.add(fixture.gap(Fixture.KEY, 1));
        log.add(fixture.grant("g9", 77, null, Fixture.START.plusSeconds(9)));
        return log;
    }

    private List<String> keys(Topic topic) {
        return kit.raw(topic).stream()
                .map(record -> new String(record.key, StandardCharsets.UTF_8))
                .toList();
    }

    private static List<String> bytes(TopologyKit kit, Topic topic) {
        return kit.raw(topic).stream()
                .map(record -> HexFormat.of().formatHex(record.value))
                .toList();
    }

    private static JournalEntry entry(byte[] bytes) {
        return (JournalEntry)
                io.quotaledger.schemas.serde.AvroSerde.forTopics(Fixture.SERDES).fromBytes(Topic.JOURNAL, bytes);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (var file = Objects.requireNonNull(LedgerTopologyTest.class.getResourceAsStream(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
