package io.quotaledger.ledgerservice;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import io.quotaledger.ledgerservice.command.Commands;
import io.quotaledger.ledgerservice.config.ConfigView;
import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import jakarta.inject.Singleton;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Ready when the ledger is folded and may be asked, and commands can be answered. */
@Singleton
@Readiness
final class LedgerReadiness implements HealthIndicator {
    private final LedgerRunner ledger;
    private final ConfigView config;
    private final Commands commands;

    LedgerReadiness(LedgerRunner ledger, ConfigView config, Commands commands) {
        this.ledger = ledger;
        this.config = config;
        this.commands = commands;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        var state = ledger.state();
        var isUp = state == KafkaStreams.State.RUNNING && config.isReady() && commands.isReady();
        return Mono.just(HealthResult.builder("ledger", isUp ? HealthStatus.UP : HealthStatus.DOWN)
                .details(Map.of("streams", state, "config", config.isReady(), "outcomes", commands.isReady()))
                .build());
    }
}
