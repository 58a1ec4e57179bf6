package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quotaledger.schemas.avro.OutagePolicy;

/** What becomes of calls while Redis gives no answer, as it stands in JSON. */
public enum OutagePolicyName {
    /** They are refused. */
    @JsonProperty("closed")
    CLOSED(OutagePolicy.CLOSED),
    /** They are admitted up to a share of the last known balance. */
    @JsonProperty("bounded")
    BOUNDED(OutagePolicy.BOUNDED),
    /** They are admitted. */
    @JsonProperty("open")
    OPEN(OutagePolicy.OPEN);

    private final OutagePolicy policy;

    OutagePolicyName(OutagePolicy policy) {
        this.policy = policy;
    }

    OutagePolicy policy() {
        return policy;
    }
}
