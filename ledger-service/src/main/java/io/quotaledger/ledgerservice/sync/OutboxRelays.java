package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.quotastore.OutboxRelay;
import io.quotaledger.quotastore.PublishListener;
import io.quotaledger.quotastore.RelaySettings;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.serde.AvroSerde;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs the relay of the outboxes in this process, and counts what it does. */
@Singleton
public final class OutboxRelays implements AutoCloseable {
    private final StoreSettings settings;
    private final KafkaClients clients;
    private final PublishListener listener;
    private @Nullable OutboxRelay relay;

    OutboxRelays(StoreSettings settings, KafkaClients clients, MeterRegistry registry) {
        this.settings = settings;
        this.clients = clients;
        this.listener = new Counting(registry);
    }

    /** Starts the relay. */
    public synchronized void start() {
        var config = clients.common();
        relay = OutboxRelay.start(settings, config, AvroSerde.forTopics(config), RelaySettings.DEFAULTS, listener);
    }

    @Override
    public synchronized void close() {
        if (relay != null) {
            relay.close();
        }
    }

    private static final class Counting implements PublishListener {
        private final Counter relayed;
        private final Counter failed;
        private final Counter deadLettered;
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicLong oldestMillis = new AtomicLong();

        Counting(MeterRegistry registry) {
            Gauge.builder("quota.outbox.waiting", waiting, AtomicInteger::get)
                    .description("Events that the relay found unpublished in its outboxes at its last look")
                    .register(registry);
            TimeGauge.builder("quota.outbox.age", oldestMillis, TimeUnit.MILLISECONDS, AtomicLong::get)
                    .description("How long the oldest of them had waited")
                    .register(registry);
            this.relayed = registry.counter("quota.relay.events", "result", "relayed");
            this.failed = registry.counter("quota.relay.events", "result", "failed");
            this.deadLettered = registry.counter("quota.relay.events", "result", "dead_lettered");
        }

        @Override
        public void waiting(int entries, Duration oldest) {
            waiting.set(entries);
            oldestMillis.set(oldest.toMillis());
        }

        @Override
        public void relayed() {
            relayed.increment();
        }

        @Override
        public void failed(Throwable cause) {
            failed.increment();
        }

        @Override
        public void deadLettered() {
            deadLettered.increment();
        }
    }
}
