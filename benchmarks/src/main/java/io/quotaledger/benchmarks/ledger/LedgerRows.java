package io.quotaledger.benchmarks.ledger;

import io.quotaledger.benchmarks.compare.Row;
import java.util.List;

/** The rows about the ledger. */
public final class LedgerRows {
    private LedgerRows() {}

    /** All of them, in the order of their ids. */
    public static List<Row> all() {
        var rates = new EntryRates();
        var restarts = new Restarts();
        return List.of(
                new EntryRateRow(rates),
                new GuaranteeRow(),
                new LatencyRow(),
                new RestartRow(restarts),
                new GrowthRow(rates),
                new MemoryRow(restarts));
    }
}
