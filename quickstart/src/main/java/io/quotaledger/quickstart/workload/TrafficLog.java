package io.quotaledger.quickstart.workload;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Results and latencies of the calls of a run, as they come in. */
public final class TrafficLog {
    /** Length of the stretch that {@link #warmRate} looks for. */
    public static final int WARM_SECONDS = 10;

    private static final long MAX_MICROS = 120_000_000;

    private final int total;
    private final int warmUp;
    private final Queue<CallResult> results = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Histogram latency = new ConcurrentHistogram(MAX_MICROS, 3);
    private final long started = System.nanoTime();
    private final Map<Long, Integer> callsBySecond = new ConcurrentHashMap<>();
    private volatile long ended = started;

    /**
     * For so many calls.
     *
     * @param warmUp calls at the beginning whose latency does not count
     */
    public TrafficLog(int total, int warmUp) {
        this.total = total;
        this.warmUp = warmUp;
    }

    /** Takes a result. The latency counts after the warm-up if the model server was to answer at once. */
    public void add(CallResult result) {
        results.add(result);
        callsBySecond.merge(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started), 1, Integer::sum);
        int count = done.incrementAndGet();
        if (result.isRefused()) {
            refused.incrementAndGet();
        } else if (count > warmUp
                && result.kind() == CallResult.Kind.ANSWERED
                && result.call().script().delay().isZero()) {
            latency.recordValue(Math.min(result.micros(), MAX_MICROS));
        }
        if (count == total) {
            ended = System.nanoTime();
        }
    }

    /** All results so far. */
    public List<CallResult> results() {
        return List.copyOf(results);
    }

    /** Calls that the gateway refused, by reason. */
    public Map<String, Integer> refusals() {
        var byReason = new TreeMap<String, Integer>();
        results.stream()
                .filter(CallResult::isRefused)
                .forEach(result -> byReason.merge(result.reason(), 1, Integer::sum));
        return byReason;
    }

    /** Latency in milliseconds at a percentile. */
    public double latencyMillis(double percentile) {
        return latency.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** Calls a second over the whole run. */
    public double rate() {
        return rate(total, ended - started);
    }

    /** Calls a second in the best {@value #WARM_SECONDS} seconds on end: what is reached once all is warm. Empty for a shorter run. */
    public OptionalDouble warmRate() {
        long last = TimeUnit.NANOSECONDS.toSeconds(ended - started);
        return LongStream.rangeClosed(0, last - WARM_SECONDS)
                .mapToDouble(first -> LongStream.range(first, first + WARM_SECONDS)
                                .mapToInt(second -> callsBySecond.getOrDefault(second, 0))
                                .sum()
                        / (double) WARM_SECONDS)
                .max();
    }

    /** One line on where the run is. */
    public String progress() {
        int count = done.get();
        return "%,d of %,d calls, %,.0f/s, %,d refused"
                .formatted(count, total, rate(count, System.nanoTime() - started), refused.get());
    }

    private static double rate(int calls, long nanos) {
        return nanos == 0 ? 0 : calls * 1e9 / nanos;
    }
}
