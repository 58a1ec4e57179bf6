package io.quotaledger.schemas;

import io.quotaledger.schemas.avro.PeriodKind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calendar periods in a tenant's zone. Ids: month {@code 2026-11}, ISO week {@code 2026-W48}, day {@code 2026-11-30},
 * hour {@code 2026-11-30T05+0100} with the offset in force, so that the hour repeated when clocks go back is two periods.
 *
 * <p>The periods of one kind and zone follow each other without gap or overlap, whatever the clocks do. A day begins when
 * its date is first reached, so a clock that is put back over midnight does not return to the day before. An hour ends
 * with its offset, so where clocks change by half an hour, or at a minute past, it is shorter.
 */
public final class Periods {
    /** What ids of periods, and {@link AccountKeys#NONE} of a wallet, are made of, as a regular expression. */
    public static final String ID_PATTERN = "[0-9A-Z+-]{1,32}";

    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHxxxx", Locale.ROOT);

    private Periods() {}

    /**
     * The period that an instant is in.
     *
     * @throws IllegalArgumentException if the kind is not one of a budget
     */
    public static PeriodWindow at(PeriodKind kind, ZoneId zone, Instant instant) {
        return switch (kind) {
            case HOUR -> hour(zone, instant);
            case DAY -> {
                var date = date(zone, instant);
                yield days(date.toString(), date, date.plusDays(1), zone);
            }
            case WEEK -> {
                var monday = date(zone, instant).with(WeekFields.ISO.dayOfWeek(), 1);
                yield days(weekId(monday), monday, monday.plusWeeks(1), zone);
            }
            case MONTH -> {
                var first = date(zone, instant).withDayOfMonth(1);
                yield days(YearMonth.from(first).toString(), first, first.plusMonths(1), zone);
            }
            case NONE, UNKNOWN -> throw new IllegalArgumentException("no budget period: " + kind);
        };
    }

    /** The period after the given one. */
    public static PeriodWindow next(PeriodKind kind, ZoneId zone, PeriodWindow window) {
        return at(kind, zone, window.until());
    }

    /** The period with this id, if it is an id of that kind in that zone. */
    public static Optional<PeriodWindow> parse(PeriodKind kind, ZoneId zone, String id) {
        try {
            var candidates =
                    switch (kind) {
                        case HOUR -> instantsOfHour(zone, id);
                        case DAY -> start(LocalDate.parse(id), zone);
                        case WEEK -> start(LocalDate.parse(id + "-1", DateTimeFormatter.ISO_WEEK_DATE), zone);
                        case MONTH -> start(YearMonth.parse(id).atDay(1), zone);
                        case NONE, UNKNOWN -> Stream.<Instant>empty();
                    };
            return candidates
                    .map(instant -> at(kind, zone, instant))
                    .filter(window -> window.id().equals(id))
                    .findFirst();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static PeriodWindow hour(ZoneId zone, Instant instant) {
        var rules = zone.getRules();
        var from = OffsetDateTime.ofInstant(instant, zone).truncatedTo(ChronoUnit.HOURS);
        var offsetFrom = instantOf(rules.previousTransition(instant.plusNanos(1)), Instant.MIN);
        var offsetUntil = instantOf(rules.nextTransition(instant), Instant.MAX);
        return new PeriodWindow(
                HOUR.format(from),
                later(from.toInstant(), offsetFrom),
                earlier(from.plusHours(1).toInstant(), offsetUntil));
    }

    /** Instants of which one is in the hour with this id, if there is one: its start, or when its offset begins. */
    private static Stream<Instant> instantsOfHour(ZoneId zone, String id) {
        var start = OffsetDateTime.parse(id, HOUR).toInstant();
        return Stream.of(start, instantOf(zone.getRules().nextTransition(start), start));
    }

    /** The date that has begun last, which is not the one on the clock when that is put back over midnight. */
    private static LocalDate date(ZoneId zone, Instant instant) {
        var next = LocalDate.ofInstant(instant, zone).plusDays(1);
        return instant.isBefore(startOf(next, zone)) ? next.minusDays(1) : next;
    }

    private static PeriodWindow days(String id, LocalDate from, LocalDate until, ZoneId zone) {
        return new PeriodWindow(id, startOf(from, zone), startOf(until, zone));
    }

    private static String weekId(LocalDate monday) {
        return String.format(
                Locale.ROOT,
                "%04d-W%02d",
                monday.get(IsoFields.WEEK_BASED_YEAR),
                monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }

    private static Stream<Instant> start(LocalDate date, ZoneId zone) {
        return Stream.of(startOf(date, zone));
    }

    private static Instant startOf(LocalDate date, ZoneId zone) {
        return date.atStartOfDay(zone).toInstant();
    }

    private static Instant instantOf(@Nullable ZoneOffsetTransition transition, Instant otherwise) {
        return transition == null ? otherwise : transition.getInstant();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
