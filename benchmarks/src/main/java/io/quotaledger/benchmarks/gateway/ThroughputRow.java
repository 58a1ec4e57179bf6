package io.quotaledger.benchmarks.gateway;

import io.netty.buffer.ByteBuf;
import io.quotaledger.benchmarks.compare.Comparison;
import io.quotaledger.benchmarks.compare.Comparison.Runs;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.LoadResult;
import io.quotaledger.benchmarks.load.Operation;
import java.util.List;
import java.util.stream.IntStream;

/** R7 and R8, which share the gateways and their warm-up: calls a second with our filter, without any, and with the gateway's own limiter. */
final class ThroughputRow implements Row {
    private static final int TENANTS = 1_000;
    private static final int IN_FLIGHT = 64;
    private static final ClosedLoop LOAD = new ClosedLoop(IN_FLIGHT);
    /** What a gateway needs to be compiled. */
    private static final long CALLS_OF_WARM_UP = 120_000;

    private static final long CALLS_OF_RUN = 20_000;

    @Override
    public String id() {
        return "R7";
    }

    @Override
    public List<String> names() {
        return List.of("R7", "R8");
    }

    @Override
    public String title() {
        return "gateway that prepays against one that passes through, and against one with RequestRateLimiter, 64 in flight";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var tenants = IntStream.range(0, TENANTS)
                .mapToObj(i -> new Tenant("org-" + i, Tenant.FUNDS))
                .toList();
        var requests = tenants.stream()
                .map(tenant -> CallClass.CHAT.request(tenant.secret()))
                .toArray(ByteBuf[]::new);
        try (var stack = GatewayStack.start(tenants, GatewayKind.values())) {
            var books = stack.books();
            var passes = side(GatewayKind.PASSES, calls(stack, GatewayKind.PASSES, requests), books::check);
            var limits = side(GatewayKind.LIMITS, calls(stack, GatewayKind.LIMITS, requests), books::check);
            var calls = calls(stack, GatewayKind.PREPAYS, requests);
            var prepays = side(GatewayKind.PREPAYS, number -> books.count(calls.start(number)), books::reset);
            List.of(passes, limits, prepays).forEach(side -> LOAD.run(side.operation(), effort.of(CALLS_OF_WARM_UP)));
            var r7 = new Comparison(passes, prepays, LOAD, CALLS_OF_RUN).run(effort);
            var r8 = new Comparison(limits, prepays, LOAD, CALLS_OF_RUN).run(effort);
            books.check();
            return List.of(finding("R7", r7, 0.85), finding("R8", r8, 1.5));
        }
    }

    private static Operation calls(GatewayStack stack, GatewayKind kind, ByteBuf[] requests) {
        return stack.clients(kind, IN_FLIGHT).calls(number -> requests[(int) (number % requests.length)], 200);
    }

    private static Side side(GatewayKind kind, Operation operation, Runnable beforeRun) {
        return new GatewaySide(kind.title(), operation, beforeRun);
    }

    private static Finding finding(String row, Runs runs, double atLeast) {
        return runs.find(
                row, "Prepay / " + runs.referenceName(), "calls/s", LoadResult::perSecond, Target.atLeast(atLeast));
    }
}
