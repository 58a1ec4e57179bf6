package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.schemas.avro.Snapshot;
import java.util.Locale;

/** What the checkpoints of this instance's tenants told. */
final class SnapshotMetrics {
    private final MeterRegistry registry;
    private final DistributionSummary drift;
    private final DistributionSummary missing;

    SnapshotMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.drift = DistributionSummary.builder("quota.reconciliation.drift")
                .description(
                        "What was available in Redis too much or too little, in the meter's smallest unit, whenever they differed")
                .register(registry);
        this.missing = DistributionSummary.builder("quota.reconciliation.missing.events")
                .description("Executions that Redis counted and the ledger never saw, whenever there were some")
                .register(registry);
    }

    void count(Snapshot snapshot) {
        registry.counter(
                        "quota.reconciliation.snapshots",
                        "verdict",
                        snapshot.getVerdict().name().toLowerCase(Locale.ROOT))
                .increment();
        if (snapshot.getMissingEvents() > 0) {
            missing.record((double) snapshot.getMissingEvents());
        }
        switch (snapshot.getVerdict()) {
            case DRIFTED, MISSING_EVENTS, REWOUND ->
                drift.record(Math.abs((double)
                        (snapshot.getDriftGranted() - snapshot.getDriftReserved() - snapshot.getDriftConsumed())));
            case MATCHED, SUPERSEDED, UNKNOWN -> {}
        }
    }
}
