package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quotaledger.schemas.avro.PeriodKind;

/** Periods of budgets as they stand in JSON. */
public enum PeriodName {
    /** An hour. */
    @JsonProperty("hour")
    HOUR(PeriodKind.HOUR),
    /** A day. */
    @JsonProperty("day")
    DAY(PeriodKind.DAY),
    /** A week, from Monday. */
    @JsonProperty("week")
    WEEK(PeriodKind.WEEK),
    /** A month. */
    @JsonProperty("month")
    MONTH(PeriodKind.MONTH);

    private final PeriodKind kind;

    PeriodName(PeriodKind kind) {
        this.kind = kind;
    }

    PeriodKind kind() {
        return kind;
    }
}
