package io.quotaledger.benchmarks.gateway;

import io.netty.buffer.ByteBuf;
import io.quotaledger.benchmarks.compare.Comparison;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.benchmarks.load.ClosedLoop;
import io.quotaledger.benchmarks.load.Flood;
import io.quotaledger.benchmarks.load.OpenLoop;
import io.quotaledger.benchmarks.load.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a tenant without quota that keeps asking does to the calls of all others: many tenants by a power law, calls of all classes, open
 * loop at half the rate that the gateway holds.
 */
final class FloodRow implements Row {
    static final int TENANTS = 472;
    /** So that the ten largest hold 60 %. */
    static final double EXPONENT = 1.204;
    /** Of 100 calls, so many are chats in one piece and so many streams; the rest are embeddings. */
    private static final int CHATS = 55;

    private static final int STREAMS = 30;
    private static final int PLANNED = 1 << 16;
    private static final long SEED = 472;

    private static final int CLIENTS = 256;
    private static final int IN_FLIGHT = 64;
    private static final int FLOOD_IN_FLIGHT = 16;
    private static final long CALLS_OF_WARM_UP = 80_000;
    private static final long CALLS_TO_FIND_RATE = 20_000;
    private static final int SECONDS_OF_RUN = 4;
    private static final double P99 = 99;

    @Override
    public String id() {
        return "FLOOD";
    }

    @Override
    public String title() {
        return "p99 of billed calls while a tenant without quota floods against p99 without, open loop";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        var tenants = IntStream.range(0, TENANTS)
                .mapToObj(i -> new Tenant("org-" + i, Tenant.FUNDS))
                .toList();
        var bulk = new Tenant("bulk", 0);
        try (var stack = GatewayStack.start(
                Stream.concat(tenants.stream(), Stream.of(bulk)).toList(), GatewayKind.PREPAYS)) {
            var plan = plan(tenants);
            var calls =
                    stack.clients(GatewayKind.PREPAYS, CLIENTS).calls(number -> plan[(int) (number % PLANNED)], 200);
            Operation billed = number -> stack.books().count(calls.start(number));
            int rate = rate(billed, effort);
            var request = CallClass.CHAT.request(bulk.secret());
            var refused = stack.clients(GatewayKind.PREPAYS, FLOOD_IN_FLIGHT).calls(number -> request, 429);
            try (var flood = new Flood(refused, FLOOD_IN_FLIGHT)) {
                var runs = comparison(billed, flood, stack.books(), rate).run(effort);
                flood.stop();
                stack.books().check();
                System.out.printf(
                        Locale.ROOT,
                        "  %,d billed calls/s, beside them %,.0f refused calls/s of the flood%n",
                        rate,
                        flood.perSecond());
                return List.of(runs.find(
                        id(), "p99 with a flood / without", "ms", run -> run.millisAt(P99), Target.atMost(1.2)));
            }
        }
    }

    /** Half of what the gateway holds when it is warm. */
    private static int rate(Operation billed, Effort effort) {
        var most = new ClosedLoop(IN_FLIGHT);
        most.run(billed, effort.of(CALLS_OF_WARM_UP));
        return Math.max(
                1, (int) (most.run(billed, effort.of(CALLS_TO_FIND_RATE)).perSecond() / 2));
    }

    private static Comparison comparison(Operation billed, Flood flood, Books books, int rate) {
        var calm = new GatewaySide("without a flood", billed, () -> {
            flood.stop();
            books.reset();
        });
        var flooded = new GatewaySide("with a flood", billed, () -> {
            books.reset();
            flood.start();
        });
        return new Comparison(calm, flooded, new OpenLoop(rate), (long) rate * SECONDS_OF_RUN);
    }

    /** Requests in the order in which they are made, the same in each run. */
    private static ByteBuf[] plan(List<Tenant> tenants) {
        var requests = tenants.stream().map(FloodRow::requests).toList();
        var random = new SplittableRandom(SEED);
        var choice = new PowerLaw(tenants.size(), EXPONENT);
        return Stream.generate(() -> requests.get(choice.next(random)).get(someClass(random)))
                .limit(PLANNED)
                .toArray(ByteBuf[]::new);
    }

    private static Map<CallClass, ByteBuf> requests(Tenant tenant) {
        return Stream.of(CallClass.values())
                .collect(Collectors.toMap(Function.identity(), call -> call.request(tenant.secret())));
    }

    private static CallClass someClass(SplittableRandom random) {
        int lot = random.nextInt(100);
        return lot < CHATS ? CallClass.CHAT : lot < CHATS + STREAMS ? CallClass.STREAM : CallClass.EMBEDDINGS;
    }
}
