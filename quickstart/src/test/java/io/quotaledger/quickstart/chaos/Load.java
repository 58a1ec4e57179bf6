package io.quotaledger.quickstart.chaos;

import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.workload.CallResult;
import io.quotaledger.quickstart.workload.PlannedCall;
import io.quotaledger.quickstart.workload.Traffic;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Calls to the gateway from so many clients, at a pace that leaves the machine time for faults, until it is told to end. */
final class Load {
    /** Calls under way at most. */
    static final int CLIENTS = 48;

    private static final Duration PACE = Duration.ofMillis(25);
    private static final int SLOW_EACH = 3;
    private static final int SLOWEST_MILLIS = 2_500;

    /** What a client saw, and when, by {@link System#nanoTime}. */
    record Timed(CallResult result, long started, long ended) {}

    private final Queue<Timed> results = new ConcurrentLinkedQueue<>();
    private final Sinks.Empty<Void> end = Sinks.empty();
    private final CompletableFuture<Void> running;

    /** Starts. */
    Load(URI gateway, Map<Caller, String> secrets, List<PlannedCall> calls) {
        var paced = Flux.interval(PACE)
                .onBackpressureDrop()
                .takeUntilOther(end.asMono())
                .zipWithIterable(calls, (tick, call) -> call);
        var traffic = new Traffic(gateway, secrets, true);
        running = CompletableFuture.runAsync(() -> traffic.send(paced, CLIENTS, this::note));
    }

    /** The same calls, but each third takes a while: so there is always something under way. */
    static List<PlannedCall> slowedDown(List<PlannedCall> calls) {
        return IntStream.range(0, calls.size())
                .mapToObj(i -> i % SLOW_EACH == 0 ? slowedDown(calls.get(i), i * 37 % SLOWEST_MILLIS) : calls.get(i))
                .toList();
    }

    /** Results until now. */
    List<Timed> results() {
        return List.copyOf(results);
    }

    /** Ends it; returns when the last call has its answer. */
    void end() {
        end.tryEmitEmpty();
        running.join();
    }

    private void note(CallResult result) {
        long now = System.nanoTime();
        results.add(new Timed(result, now - result.micros() * 1_000, now));
    }

    private static PlannedCall slowedDown(PlannedCall call, int millis) {
        var script = call.script();
        return new PlannedCall(
                call.caller(),
                call.path(),
                call.model(),
                call.stream(),
                call.includeUsage(),
                call.maxTokens(),
                call.habit(),
                new Script(
                        script.callId(), script.tokens(), script.ending(), script.status(), Duration.ofMillis(millis)));
    }
}
