package io.quotaledger.quotastore;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits the calls of a tenant in few scripts when many come at once: so many scripts are under way at a time, and the
 * calls that come meanwhile go together with the next one, in the order in which they came. A call that comes alone is
 * sent at once.
 *
 * <p>When a script fails, because Redis gives no answer, the calls that were waiting when it was sent fail with it, and
 * those that came later go with the next one; a call that has waited for a time-out is not sent any more. So a Redis
 * that hangs or is slow keeps nobody longer than two time-outs, and one slow answer fails nobody who has just come.
 */
final class AdmitCoalescer {
    /** One is decided by Redis while the answers of the other are worked on here. */
    static final int SCRIPTS_AT_ONCE = 2;
    /** Keeps Redis from others for 1 to 2 ms; more calls together cost hardly less each. */
    static final int MOST_CALLS = 32;

    private record Waiting(AdmitCall call, ScriptCall part, long since, CompletableFuture<AdmitResult> answer) {}

    /** The calls of one tenant; only touched within {@link ConcurrentHashMap#compute} of it. */
    private static final class Lane {
        private final Queue<Waiting> waiting = new ArrayDeque<>();
        private int scripts;
    }

    private final ConcurrentHashMap<String, Lane> lanes = new ConcurrentHashMap<>();
    private final ScriptRunner runner;
    private final Supplier<String> time;
    private final int outboxLimit;
    private final Duration mostWaiting;
    private final LongSupplier nanoTime;

    /**
     * Sends nothing yet.
     *
     * @param time given to the scripts; empty: Redis time
     * @param settings limit of the outbox, and the time-out that bounds what waits
     * @param nanoTime as {@link System#nanoTime}
     */
    AdmitCoalescer(ScriptRunner runner, Supplier<String> time, StoreSettings settings, LongSupplier nanoTime) {
        this.runner = runner;
        this.time = time;
        this.outboxLimit = settings.outboxLimit();
        this.mostWaiting = settings.commandTimeout();
        this.nanoTime = nanoTime;
    }

    /**
     * Decides a call; fails as {@link QuotaStore} says.
     *
     * @param part the call's part of the script
     */
    CompletionStage<AdmitResult> admit(AdmitCall call, ScriptCall part) {
        return runner.bound(() -> {
            var newcomer = new Waiting(call, part, nanoTime.getAsLong(), new CompletableFuture<>());
            var next = new ArrayList<Waiting>();
            lanes.compute(call.tenantId(), (id, known) -> {
                var lane = known == null ? new Lane() : known;
                lane.waiting.add(newcomer);
                takeNext(lane, next);
                return lane;
            });
            run(next);
            return newcomer.answer();
        });
    }

    private static void takeNext(Lane lane, List<Waiting> next) {
        if (lane.scripts < SCRIPTS_AT_ONCE && !lane.waiting.isEmpty()) {
            lane.scripts++;
            while (next.size() < MOST_CALLS && !lane.waiting.isEmpty()) {
                next.add(lane.waiting.remove());
            }
        }
    }

    private static void takeOlder(Lane lane, long sent, List<Waiting> older) {
        while (!lane.waiting.isEmpty() && lane.waiting.element().since() - sent <= 0) {
            older.add(lane.waiting.remove());
        }
    }

    private void run(List<Waiting> calls) {
        if (calls.isEmpty()) {
            return;
        }
        var tenantId = calls.get(0).call().tenantId();
        var script = AdmitCall.script(tenantId, time.get(), outboxLimit);
        calls.forEach(waiting -> script.add(waiting.part()));
        long sent = nanoTime.getAsLong();
        var unused = runner.send(script).whenComplete((reply, failure) -> {
            end(tenantId, sent, failure);
            if (failure == null) {
                calls.forEach(waiting -> answer(waiting, reply));
            } else {
                fail(calls, failure);
            }
        });
    }

    private static void answer(Waiting waiting, ScriptReply reply) {
        try {
            waiting.answer().complete(waiting.call().read(reply.part()));
        } catch (RuntimeException e) {
            waiting.answer().completeExceptionally(e);
        }
    }

    private static void fail(List<Waiting> calls, Throwable failure) {
        calls.forEach(waiting -> waiting.answer().completeExceptionally(RedisLink.cause(failure)));
    }

    /** A script of the tenant is over: the next one goes, without those that waited in vain. */
    private void end(String tenantId, long sent, @Nullable Throwable failure) {
        long inVain = failure == null ? nanoTime.getAsLong() - mostWaiting.toNanos() : sent;
        var older = new ArrayList<Waiting>();
        var next = new ArrayList<Waiting>();
        lanes.computeIfPresent(tenantId, (id, lane) -> {
            lane.scripts--;
            takeOlder(lane, inVain, older);
            takeNext(lane, next);
            return lane.scripts == 0 && lane.waiting.isEmpty() ? null : lane;
        });
        run(next);
        fail(older, failure == null ? tooLong() : failure);
    }

    private StoreUnavailableException tooLong() {
        return new StoreUnavailableException(
                "not sent: Redis did not come to the call within " + mostWaiting.toMillis() + " ms", null);
    }
}
