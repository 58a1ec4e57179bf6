package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Calendar periods of budgets; a pure function of its arguments. */
public interface PeriodCalendar {
    /** One period: its id, its first instant and the first instant after it. */
    record Window(String id, Instant from, Instant until) {}

    /** The period an instant is in; the kind is not NONE. */
    Window at(PeriodKind kind, ZoneId zone, Instant instant);

    /** The period with this id, or null if it is none of this kind and zone. */
    @Nullable
    Window parse(PeriodKind kind, ZoneId zone, String id);
}
