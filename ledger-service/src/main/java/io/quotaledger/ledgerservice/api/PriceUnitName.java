package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quotaledger.schemas.avro.PriceUnit;

/** What the token prices of a book are for, as it stands in JSON. */
public enum PriceUnitName {
    /** One token. */
    @JsonProperty("unit")
    UNIT(PriceUnit.UNIT),
    /** A million tokens. */
    @JsonProperty("million")
    MILLION(PriceUnit.MILLION);

    private final PriceUnit unit;

    PriceUnitName(PriceUnit unit) {
        this.unit = unit;
    }

    PriceUnit unit() {
        return unit;
    }
}
