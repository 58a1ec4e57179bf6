package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quotaledger.schemas.avro.MeterBasis;

/** What a meter counts, as it stands in JSON. */
public enum BasisName {
    /** All tokens. */
    @JsonProperty("tokens")
    TOKENS(MeterBasis.TOKENS),
    /** Calls. */
    @JsonProperty("calls")
    CALLS(MeterBasis.CALLS),
    /** The price of the usage. */
    @JsonProperty("price")
    PRICE(MeterBasis.PRICE);

    private final MeterBasis basis;

    BasisName(MeterBasis basis) {
        this.basis = basis;
    }

    MeterBasis basis() {
        return basis;
    }
}
