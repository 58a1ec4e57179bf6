package io.quotaledger.gatewayfilter.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quotaledger.quotastore.PublishListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what becomes of events on their way to Kafka: {@code quota.events} by result, and what waits in the outboxes. */
public final class MicrometerPublishListener implements PublishListener {
    private final Counter published;
    private final Counter failed;
    private final Counter dropped;
    private final Counter relayed;
    private final Counter deadLettered;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong oldestMillis = new AtomicLong();

    /** Counts in the registry. */
    public MicrometerPublishListener(MeterRegistry registry) {
        Gauge.builder("quota.outbox.waiting", waiting, AtomicInteger::get)
                .description("Events that the relay found unpublished in its outboxes at its last look")
                .register(registry);
        TimeGauge.builder("quota.outbox.age", oldestMillis, TimeUnit.MILLISECONDS, AtomicLong::get)
                .description("How long the oldest of them had waited")
                .register(registry);
        this.published = counter(registry, "published");
        this.failed = counter(registry, "failed");
        this.dropped = counter(registry, "dropped");
        this.relayed = counter(registry, "relayed");
        this.deadLettered = counter(registry, "dead_lettered");
    }

    @Override
    public void published() {
        published.increment();
    }

    @Override
    public void failed(Throwable cause) {
        failed.increment();
    }

    @Override
    public void dropped() {
        dropped.increment();
    }

    @Override
    public void relayed() {
        relayed.increment();
    }

    @Override
    public void deadLettered() {
        deadLettered.increment();
    }

    @Override
    public void waiting(int entries, Duration oldest) {
        waiting.set(entries);
        oldestMillis.set(oldest.toMillis());
    }

    private static Counter counter(MeterRegistry registry, String result) {
        return registry.counter("quota.events", "result", result);
    }
}
