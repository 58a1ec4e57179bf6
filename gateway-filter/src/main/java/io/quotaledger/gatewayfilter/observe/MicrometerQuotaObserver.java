package io.quotaledger.gatewayfilter.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.gatewayfilter.problem.Problem;
import java.time.Duration;

/**
 * Metrics of the gateway, without tags that grow with the number of tenants: {@code quota.admissions} by result, {@code quota.admit} the
 * time until a hold was made, {@code quota.calls} the time of calls by how they were charged.
 */
public final class MicrometerQuotaObserver implements QuotaObserver {
    private static final String ADMISSIONS = "quota.admissions";
    private static final String RESULT = "result";

    private final MeterRegistry registry;

    /** Writes to the registry. */
    public MicrometerQuotaObserver(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void admitted(boolean overage, Duration took) {
        registry.counter(ADMISSIONS, RESULT, overage ? "overage" : "admitted").increment();
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
}
