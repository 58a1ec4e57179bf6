package io.quotaledger.streamstopology.records;

import io.quotaledger.schemas.PeriodWindow;
import io.quotaledger.schemas.Periods;
import io.quotaledger.streamstopology.ledger.PeriodCalendar;
import io.quotaledger.streamstopology.ledger.PeriodKind;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The calendar that all modules share. */
public final class SchemasCalendar implements PeriodCalendar {
    @Override
    public Window at(PeriodKind kind, ZoneId zone, Instant instant) {
        return window(Periods.at(kind(kind), zone, instant));
    }

    @Override
    public @Nullable Window parse(PeriodKind kind, ZoneId zone, String id) {
        return Periods.parse(kind(kind), zone, id).map(SchemasCalendar::window).orElse(null);
    }

    private static Window window(PeriodWindow window) {
        return new Window(window.id(), window.from(), window.until());
    }

    private static io.quotaledger.schemas.avro.PeriodKind kind(PeriodKind kind) {
        return Symbols.same(io.quotaledger.schemas.avro.PeriodKind.class, kind);
    }
}
