package io.quotaledger.gatewayfilter.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.quotastore.PublishListener;

/** Counts what becomes of events on their way to Kafka: {@code quota.events} by result. */
public final class MicrometerPublishListener implements PublishListener {
    private final Counter published;
    private final Counter failed;
    private final Counter dropped;
    private final Counter relayed;
    private final Counter deadLettered;

    /** Counts in the registry. */
    public MicrometerPublishListener(MeterRegistry registry) {
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

    private static Counter counter(MeterRegistry registry, String result) {
        return registry.counter("quota.events", "result", result);
    }
}
