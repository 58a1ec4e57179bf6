package io.quotaledger.benchmarks.gateway;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Series;
import io.quotaledger.benchmarks.compare.Target;
import java.util.List;
import java.util.stream.IntStream;

/** R15, the gateway's part: it holds no account, but the configuration of the tenants that they are of. */
final class MemoryRow implements Row {
    private static final int ACCOUNTS = 100_000;
    /** A wallet, and two budgets in this period and the next. */
    private static final int ACCOUNTS_OF_A_TENANT = 5;

    private static final int TENANTS = ACCOUNTS / ACCOUNTS_OF_A_TENANT;
    private static final double BYTES_OF_A_MEBIBYTE = 1 << 20;

    @Override
    public String id() {
        return "R15";
    }

    @Override
    public String title() {
        return "memory for 100,000 accounts: the gateway";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        int count = (int) effort.of(TENANTS);
        var tenants = IntStream.range(0, count)
                .mapToObj(i -> new Tenant("org-" + i, Tenant.FUNDS))
                .toList();
        try (var stack = GatewayStack.start(List.of(new Tenant("first", Tenant.FUNDS)), GatewayKind.PREPAYS)) {
            long before = stack.residentBytes(GatewayKind.PREPAYS);
            stack.books().open(tenants);
            stack.awaitServed(tenants);
            long grown = stack.residentBytes(GatewayKind.PREPAYS) - before;
            var mebibytes = grown / BYTES_OF_A_MEBIBYTE * TENANTS / count;
            return List.of(Finding.alone(
                    id(),
                    "gateway: resident for 100,000 accounts",
                    "MiB",
                    new Series("grown by", List.of(mebibytes)),
                    Target.none()));
        }
    }
}
