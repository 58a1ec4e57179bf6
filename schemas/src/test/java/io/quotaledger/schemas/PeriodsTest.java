package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quotaledger.schemas.avro.PeriodKind;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PeriodsTest {
    @ParameterizedTest(name = "{0} of {2} in {1} is {3}")
    @CsvSource({
        // kind, zone, instant, id, from, until
        "MONTH, UTC,              2026-11-30T12:00:00Z, 2026-11,    2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z",
        "DAY,   UTC,              2028-02-29T23:59:59Z, 2028-02-29, 2028-02-29T00:00:00Z, 2028-03-01T00:00:00Z",
        "MONTH, UTC,              2028-02-29T12:00:00Z, 2028-02,    2028-02-01T00:00:00Z, 2028-03-01T00:00:00Z",
        // The first instant of a period is in it, the last one before it is not.
        "DAY,   Europe/Berlin,    2026-11-29T23:00:00Z, 2026-11-30, 2026-11-29T23:00:00Z, 2026-11-30T23:00:00Z",
        "DAY,   Europe/Berlin,    2026-11-29T22:59:59.999999999Z, 2026-11-29, 2026-11-28T23:00:00Z, 2026-11-29T23:00:00Z",
        // Days of 23 and 25 hours.
        "DAY,   Europe/Berlin,    2026-03-29T12:00:00Z, 2026-03-29, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
        "DAY,   Europe/Berlin,    2026-10-25T12:00:00Z, 2026-10-25, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
        "MONTH, Europe/Berlin,    2026-10-25T12:00:00Z, 2026-10,    2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z",
        // ISO weeks belong to the year of their Thursday.
        "WEEK,  UTC,              2026-12-31T00:00:00Z, 2026-W53,   2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
        "WEEK,  UTC,              2027-01-03T23:59:59Z, 2026-W53,   2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
        "WEEK,  UTC,              2025-12-29T00:00:00Z, 2026-W01,   2025-12-29T00:00:00Z, 2026-01-05T00:00:00Z",
        "WEEK,  UTC,              2024-12-30T00:00:00Z, 2025-W01,   2024-12-30T00:00:00Z, 2025-01-06T00:00:00Z",
        // Zones at half hours and quarters.
        "HOUR,  Asia/Kolkata,     2026-11-30T05:29:59Z, 2026-11-30T10+0530, 2026-11-30T04:30:00Z, 2026-11-30T05:30:00Z",
        "HOUR,  Asia/Kathmandu,   2026-11-30T05:15:00Z, 2026-11-30T11+0545, 2026-11-30T05:15:00Z, 2026-11-30T06:15:00Z",
        "DAY,   Asia/Kolkata,     2026-11-29T18:30:00Z, 2026-11-30, 2026-11-29T18:30:00Z, 2026-11-30T18:30:00Z",
        // The hour that is there twice, and the one that is not there.
        "HOUR,  Europe/Berlin,    2026-10-25T00:30:00Z, 2026-10-25T02+0200, 2026-10-25T00:00:00Z, 2026-10-25T01:00:00Z",
        "HOUR,  Europe/Berlin,    2026-10-25T01:30:00Z, 2026-10-25T02+0100, 2026-10-25T01:00:00Z, 2026-10-25T02:00:00Z",
        "HOUR,  Europe/Berlin,    2026-03-29T01:00:00Z, 2026-03-29T03+0200, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z",
        // Clocks that change by half an hour: hours end with their offset.
        "HOUR,  Australia/Lord_Howe, 2026-10-03T15:15:00Z, 2026-10-04T01+1030, 2026-10-03T14:30:00Z, 2026-10-03T15:30:00Z",
        "HOUR,  Australia/Lord_Howe, 2026-10-03T15:45:00Z, 2026-10-04T02+1100, 2026-10-03T15:30:00Z, 2026-10-03T16:00:00Z",
        "HOUR,  Australia/Lord_Howe, 2026-04-04T14:59:00Z, 2026-04-05T01+1100, 2026-04-04T14:00:00Z, 2026-04-04T15:00:00Z",
        "HOUR,  Australia/Lord_Howe, 2026-04-04T15:01:00Z, 2026-04-05T01+1030, 2026-04-04T15:00:00Z, 2026-04-04T15:30:00Z",
        // Days without midnight, a day that never was, and a midnight that was reached twice.
        "DAY,   America/Sao_Paulo, 2018-11-04T03:00:00Z, 2018-11-04, 2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z",
        "DAY,   Africa/Cairo,     2026-04-24T12:00:00Z, 2026-04-24, 2026-04-23T22:00:00Z, 2026-04-24T21:00:00Z",
        "DAY,   Pacific/Apia,     2011-12-30T09:59:59Z, 2011-12-29, 2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z",
        "DAY,   Pacific/Apia,     2011-12-30T10:00:00Z, 2011-12-31, 2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z",
        "DAY,   America/St_Johns, 2010-11-07T03:00:00Z, 2010-11-07, 2010-11-07T02:30:00Z, 2010-11-08T03:30:00Z",
        // An offset with seconds.
        "HOUR,  Africa/Monrovia,  1971-06-01T12:30:00Z, 1971-06-01T11-004430, 1971-06-01T11:44:30Z, 1971-06-01T12:44:30Z",
    })
    void shouldCutTheCalendarWhereTheZoneDoes(
            PeriodKind kind, String zone, Instant instant, String id, Instant from, Instant until) {
        var expected = new PeriodWindow(id, from, until);

        assertThat(Periods.at(kind, ZoneId.of(zone), instant)).isEqualTo(expected);
        assertThat(expected.contains(instant)).isTrue();
        assertThat(Periods.parse(kind, ZoneId.of(zone), id)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "MONTH, 1mon",
        "MONTH, 2026-13",
        "MONTH, 2026-1",
        "MONTH, 2026-11-01",
        "MONTH, ''",
        "MONTH, -",
        "MONTH, '2026-11 '",
        "DAY, 2026-02-29",
        "DAY, 2026-2-9",
        "DAY, 2026-11",
        "DAY, 2026-11-30T05+0100",
        "DAY, ２０２６-11-30",
        "WEEK, 2026-W00",
        "WEEK, 2026-W54",
        "WEEK, 2025-W53",
        "WEEK, 2026-W1",
        "WEEK, 2026-W48-1",
        "WEEK, 2026-w48",
        "HOUR, 2026-11-30T05",
        "HOUR, 2026-11-30T05Z",
        "HOUR, 2026-11-30T05+0200",
        "HOUR, 2026-11-30T24+0100",
        "HOUR, 2026-11-30T05:00+0100",
        "HOUR, 2026-03-29T02+0100",
        "HOUR, 2026-03-29T02+0200",
        "NONE, -",
        "UNKNOWN, 2026-11"
    })
    void shouldRefuseAPeriodIdWhenItIsNotOneOfTheKindInTheZone(PeriodKind kind, String id) {
        assertThat(Periods.parse(kind, ZoneId.of("Europe/Berlin"), id)).isEmpty();
    }

    @Test
    void shouldRefuseADayWhenTheZoneSkippedIt() {
        assertThat(Periods.parse(PeriodKind.DAY, ZoneId.of("Pacific/Apia"), "2011-12-30"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "UNKNOWN"})
    void shouldRefuseAKindWhenItIsNoBudget(PeriodKind kind) {
        assertThatIllegalArgumentException().isThrownBy(() -> Periods.at(kind, ZoneId.of("UTC"), Instant.EPOCH));
    }

    @Test
    void shouldTileTimeWhereverClocksChange() {
        var random = new Random(20261130);
        var zones =
                ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();
        for (var zone : zones) {
            for (int i = 0; i < 10; i++) {
                checkTiling(zone, instantNearAClockChange(zone, random));
            }
        }
    }

    /** A random instant from 1970 to 2050, mostly within two hours of a change of the zone's offset. */
    private static Instant instantNearAClockChange(ZoneId zone, Random random) {
        var from = OffsetDateTime.parse("1970-01-01T00:00:00Z").toEpochSecond();
        var until = OffsetDateTime.parse("2050-01-01T00:00:00Z").toEpochSecond();
        var instant = Instant.ofEpochSecond(from + (long) (random.nextDouble() * (until - from)));
        var change = zone.getRules().nextTransition(instant);
        return change == null || random.nextInt(4) == 0
                ? instant
                : change.getInstant().plusSeconds(random.nextInt(-7_200, 7_201));
    }

    private static void checkTiling(ZoneId zone, Instant instant) {
        for (var kind : EnumSet.range(PeriodKind.HOUR, PeriodKind.MONTH)) {
            var window = Periods.at(kind, zone, instant);
            var next = Periods.next(kind, zone, window);
            var described = kind + " in " + zone + " at " + instant + ": " + window + ", " + next;

            assertThat(window.contains(instant)).as(described).isTrue();
            assertThat(next.from()).as(described).isEqualTo(window.until());
            assertThat(next.id()).as(described).isNotEqualTo(window.id());
            for (var inside : List.of(window.from(), window.until().minusNanos(1))) {
                assertThat(Periods.at(kind, zone, inside)).as(described).isEqualTo(window);
            }
            assertThat(Periods.parse(kind, zone, window.id())).as(described).contains(window);
            assertThat(Duration.between(window.from(), window.until()))
                    .as(described)
                    .isPositive();
        }
    }
}
