package io.quotaledger.streamstopology.records;

import io.quotaledger.schemas.avro.Call;

/** Calls. */
public final class Calls {
    private Calls() {}

    /** A call in the ledger. */
    public static io.quotaledger.streamstopology.ledger.Call call(Call call) {
        return new io.quotaledger.streamstopology.ledger.Call(
                call.getAppId(),
                call.getKeyId(),
                call.getRoute(),
                call.getModel(),
                call.getPriceBookId(),
                call.getPriceVersion());
    }

    /** A call in the contract. */
    public static Call call(io.quotaledger.streamstopology.ledger.Call call) {
        return new Call(
                call.appId(), call.keyId(), call.route(), call.model(), call.priceBookId(), call.priceVersion());
    }
}
