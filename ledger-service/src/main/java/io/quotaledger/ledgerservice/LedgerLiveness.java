package io.quotaledger.ledgerservice;

import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Liveness;
import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import jakarta.inject.Singleton;
import org.apache.kafka.streams.KafkaStreams;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Alive unless Kafka Streams has given up, which only a restart mends. */
@Singleton
@Liveness
final class LedgerLiveness implements HealthIndicator {
    private final LedgerRunner ledger;

    LedgerLiveness(LedgerRunner ledger) {
        this.ledger = ledger;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        var hasFailed =
                ledger.state() == KafkaStreams.State.ERROR || ledger.state() == KafkaStreams.State.PENDING_ERROR;
        return Mono.just(HealthResult.builder("streams", hasFailed ? HealthStatus.DOWN : HealthStatus.UP)
                .details(ledger.state())
                .build());
    }
}
