package io.quotaledger.quotastore;

import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what stayed in the outboxes: events of gateways that died or could not reach Kafka. An entry is removed
 * only when Kafka has acknowledged it, so a relay may be killed at any time; an event then reaches Kafka more than once,
 * with the same id. Several may run: each outbox belongs to one of them at a time, and to another soon after that has
 * died. While Redis or Kafka is down it tries again with growing pauses.
 */
public final class OutboxRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STOP_AT_MOST = Duration.ofSeconds(5);

    private final RelaySettings settings;
    private final RedisLink link;
    private final EventProducer producer;
    private final RelayRound round;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);

    private OutboxRelay(
            StoreSettings redis,
            Map<String, ?> kafka,
            AvroSerde<SpecificRecord> serde,
            RelaySettings settings,
            PublishListener listener) {
        this.settings = settings;
        var patient = redis.withCommandTimeout(REDIS_TIMEOUT);
        this.link = RedisLink.open(patient);
        this.producer = new EventProducer(kafka, serde);
        var runner = new ScriptRunner(link, patient);
        this.round = new RelayRound(
                new LettuceOutbox(runner),
                new RelayLease(runner, settings.lease()),
                producer,
                serde,
                settings,
                listener);
        this.thread = new Thread(this::run, "quota-outbox-relay");
        thread.setDaemon(true);
    }

    /**
     * Starts a relay on a thread and a connection of its own.
     *
     * @param redis how to reach Redis; the time-out of commands is set to 5 s
     * @param kafka settings of the Kafka client, at least {@code bootstrap.servers}
     * @param serde reads entries and writes events
     */
    public static OutboxRelay start(
            StoreSettings redis,
            Map<String, ?> kafka,
            AvroSerde<SpecificRecord> serde,
            RelaySettings settings,
            PublishListener listener) {
        var relay = new OutboxRelay(redis, kafka, serde, settings, listener);
        relay.thread.start();
        return relay;
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(STOP_AT_MOST.toMillis());
            thread.interrupt();
            thread.join(STOP_AT_MOST.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
        link.close();
    }

    private void run() {
        var pause = settings.interval();
        try {
            while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = runOnce(pause);
            }
            round.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The pause before the next round. */
    private Duration runOnce(Duration lastPause) throws InterruptedException {
        try {
            return round.run() > 0 ? Duration.ZERO : settings.interval();
        } catch (RelayRound.IncompleteException e) {
            var doubled = lastPause.isZero() || e.done() > 0 ? settings.interval() : lastPause.multipliedBy(2);
            var pause = doubled.compareTo(settings.longestBackOff()) < 0 ? doubled : settings.longestBackOff();
            LOG.warn("the outbox relay tries again in {} ms: {}", pause.toMillis(), e.getMessage());
            return pause;
        }
    }
}
