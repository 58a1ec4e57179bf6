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
import java.util.Optional;

/**
 * Calendar periods in a tenant's zone. Ids: month {@code 2026-11}, ISO week {@code 2026-W48}, day {@code 2026-11-30},
 * hour {@code 2026-11-30T05+0100} with the offset in force, so that the hour repeated when clocks go back is two periods.
 */
public final class Periods {
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHxx");

    private Periods() {}

    /**
     * The period that an instant is in.
     *
     * @throws IllegalArgumentException if the kind is not one of a budget
     */
    public static PeriodWindow at(PeriodKind kind, ZoneId zone, Instant instant) {
        var local = instant.atZone(zone);
        var date = local.toLocalDate();
        return switch (kind) {
            case HOUR -> hour(OffsetDateTime.from(local));
            case DAY -> days(date.toString(), date, date.plusDays(1), zone);
            case WEEK -> {
                var monday = date.with(WeekFields.ISO.dayOfWeek(), 1);
                yield days(weekId(monday), monday, monday.plusWeeks(1), zone);
            }
            case MONTH -> {
                var first = date.withDayOfMonth(1);
                yield days(YearMonth.from(date).toString(), first, first.plusMonths(1), zone);
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
            var inside =
                    switch (kind) {
                        case HOUR ->
                            OffsetDateTime.parse(id.replaceFirst("(?=[+-]\\d{4}$)", ":00"), parseHour())
                                    .toInstant();
                        case DAY -> LocalDate.parse(id).atStartOfDay(zone).toInstant();
                        case WEEK ->
                            LocalDate.parse(id + "-1", DateTimeFormatter.ISO_WEEK_DATE)
                                    .atStartOfDay(zone)
                                    .toInstant();
                        case MONTH ->
                            YearMonth.parse(id).atDay(1).atStartOfDay(zone).toInstant();
                        case NONE, UNKNOWN -> throw new DateTimeException("no budget period");
                    };
            return Optional.of(at(kind, zone, inside))
                    .filter(window -> window.id().equals(id));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static DateTimeFormatter parseHour() {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mmxx");
    }

    private static PeriodWindow hour(OffsetDateTime local) {
        var from = local.truncatedTo(ChronoUnit.HOURS);
        return new PeriodWindow(
                HOUR.format(from), from.toInstant(), from.plusHours(1).toInstant());
    }

    private static PeriodWindow days(String id, LocalDate from, LocalDate until, ZoneId zone) {
        return new PeriodWindow(
                id,
                from.atStartOfDay(zone).toInstant(),
                until.atStartOfDay(zone).toInstant());
    }

    private static String weekId(LocalDate monday) {
        return "%04d-W%02d"
                .formatted(monday.get(IsoFields.WEEK_BASED_YEAR), monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }
}
