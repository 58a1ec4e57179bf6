package io.quotaledger.streamstopology.ledger;

import org.jspecify.annotations.Nullable;

/**
 * What one event did to one account of its path.
 *
 * @param held amount held by the reservation, 0 to 2^53 - 1
 * @param consumed amount consumed, 0 to 2^53 - 1; 0 but for a settlement
 * @param stamp where Redis applied it; null if it did not
 */
public record Leg(
        AccountId account,
        long held,
        long consumed,
        @Nullable StoreStamp stamp) {
    public Leg {
        Amounts.require("held", held);
        Amounts.require("consumed", consumed);
    }
}
