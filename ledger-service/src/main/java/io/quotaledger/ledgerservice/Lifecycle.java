package io.quotaledger.ledgerservice;

import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.runtime.event.annotation.EventListener;
import io.quotaledger.ledgerservice.command.Commands;
import io.quotaledger.ledgerservice.config.ConfigView;
import io.quotaledger.ledgerservice.config.ConfigWriter;
import io.quotaledger.ledgerservice.config.PlanFanOut;
import io.quotaledger.ledgerservice.kafka.TopicCreator;
import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import io.quotaledger.ledgerservice.sync.OutboxRelays;
import io.quotaledger.ledgerservice.sync.Reconciler;
import io.quotaledger.ledgerservice.sync.Reseeder;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the parts in order once Kafka is there, and ends them in the opposite order. The HTTP server is up meanwhile and
 * says that the service is not ready.
 */
@Singleton
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration LOOK_FOR_READY = Duration.ofMillis(200);

    private final TopicCreator topics;
    private final ConfigView config;
    private final Commands commands;
    private final LedgerRunner ledger;
    private final Reseeder reseeder;
    private final Reconciler reconciler;
    private final OutboxRelays relays;
    private final PlanFanOut fanOut;
    private final ConfigWriter writer;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread starter = new Thread(this::start, "start-service");

    Lifecycle(
            TopicCreator topics,
            ConfigView config,
            Commands commands,
            LedgerRunner ledger,
            Reseeder reseeder,
            Reconciler reconciler,
            OutboxRelays relays,
            PlanFanOut fanOut,
            ConfigWriter writer) {
        this.topics = topics;
        this.config = config;
        this.commands = commands;
        this.ledger = ledger;
        this.reseeder = reseeder;
        this.reconciler = reconciler;
        this.relays = relays;
        this.fanOut = fanOut;
        this.writer = writer;
    }

    @EventListener
    void onStartup(StartupEvent event) {
        starter.start();
    }

    @EventListener
    void onShutdown(ShutdownEvent event) {
        stopping.countDown();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        relays.close();
        reconciler.close();
        reseeder.close();
        ledger.close();
        writer.close();
        commands.close();
        config.close();
        LOG.info("Left the groups and closed the stores");
    }

    private void start() {
        while (!tryTopics()) {
            if (isStopping(RETRY)) {
                return;
            }
        }
        config.start();
        commands.start();
        ledger.start();
        reseeder.start();
        reconciler.start();
        relays.start();
        while (!config.isReady() || !commands.isReady()) {
            if (isStopping(LOOK_FOR_READY)) {
                return;
            }
        }
        LOG.info("Following quota-config and quota-outcomes");
        fanOut.catchUpAll();
    }

    private boolean tryTopics() {
        try {
            topics.ensure();
            return true;
        } catch (KafkaException e) {
            LOG.warn("Waiting for Kafka: {}", e.toString());
            return false;
        }
    }

    private boolean isStopping(Duration wait) {
        try {
            return stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
