package io.quotaledger.benchmarks.gateway;

import io.quotaledger.benchmarks.compare.Row;
import java.util.List;

/** The rows about gateways. */
public final class GatewayRows {
    private GatewayRows() {}

    /** All of them, in the order of their ids. */
    public static List<Row> all() {
        return List.of(new ThroughputRow(), new FloodRow(), new MemoryRow());
    }
}
