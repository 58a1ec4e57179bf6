package io.quotaledger.gatewayfilter.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.gatewayfilter.problem.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Metrics of the gateway, without tags that grow with the number of tenants: {@code quota.admissions} by result, {@code quota.admit} the
 * time until a hold was made, {@code quota.calls} the time of calls by how they were charged, {@code quota.store.available} whether the
 * store answers, and {@code quota.store.changes} of that.
 */
public final class MicrometerQuotaObserver implements QuotaObserver {
    private static final String ADMISSIONS = "quota.admissions";
    private static final String RESULT = "result";

    private final MeterRegistry registry;
    private final AtomicInteger available = new AtomicInteger(1);

    /** Writes to the registry. */
    public MicrometerQuotaObserver(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("quota.store.available", available, AtomicInteger::get)
                .description("1: the quota store answers; 0: outage policies decide")
                .register(registry);
    }

    @Override
    public void admitted(String how, Duration took) {
        registry.counter(ADMISSIONS, RESULT, how).increment();
        registry.timer("quota.admit").record(took);
    }

    @Override
    public void refused(Problem.Code code) {
        registry.counter(ADMISSIONS, RESULT, code.slug()).increment();
    }

    @Override
    public void ended(String charge, Duration took) {
        registry.timer("quota.calls", "charge", charge).record(took);
    }

    @Override
    public void closed(boolean byStore, Duration took) {
        registry.timer("quota.close", "by", byStore ? "store" : "log").record(took);
    }

    @Override
    public void storeAnswers(boolean isBack) {
        available.set(isBack ? 1 : 0);
        registry.counter("quota.store.changes", "to", isBack ? "available" : "unavailable")
                .increment();
    }
}
