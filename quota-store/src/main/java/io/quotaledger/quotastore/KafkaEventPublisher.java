package io.quotaledger.quotastore;

import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes from a bounded queue by one thread, so that events of a tenant reach Kafka in the order in which they were
 * handed in. What does not fit into the queue or fails is left in the outbox for {@link OutboxRelay}; what is in no
 * outbox is tried again, after what came later.
 */
public final class KafkaEventPublisher implements EventPublisher, AutoCloseable {
    /** Events that may wait, unless stated otherwise. */
    public static final int DEFAULT_QUEUE_SIZE = 16_384;

    private static final Duration DRAIN_AT_MOST = Duration.ofSeconds(5);
    private static final Duration LOOK_UP_FROM_QUEUE = Duration.ofMillis(100);

    private record Waiting(QuotaEvent event, @Nullable StoredEvent stored) {}

    private final BlockingQueue<Waiting> queue;
    private final EventProducer producer;
    private final OutboxCleaner cleaner;
    private final PublishListener listener;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts publishing, also if Kafka is not there yet.
     *
     * @param kafka settings of the Kafka client, at least {@code bootstrap.servers}
     * @param serde writes the events
     * @param outbox where acknowledged events are removed
     * @param queueSize events that may wait, at least 1
     */
    public KafkaEventPublisher(
            Map<String, ?> kafka,
            AvroSerde<SpecificRecord> serde,
            Outbox outbox,
            PublishListener listener,
            int queueSize) {
        this.queue = new ArrayBlockingQueue<>(queueSize);
        this.listener = listener;
        this.producer = new EventProducer(kafka, serde);
        this.cleaner = new OutboxCleaner(outbox);
        this.thread = new Thread(this::run, "quota-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    /** With the default queue. */
    public KafkaEventPublisher(
            Map<String, ?> kafka, AvroSerde<SpecificRecord> serde, Outbox outbox, PublishListener listener) {
        this(kafka, serde, outbox, listener, DEFAULT_QUEUE_SIZE);
    }

    @Override
    public void publish(StoredEvent event) {
        if (closed || !queue.offer(new Waiting(event.event(), event))) {
            listener.dropped();
        }
    }

    @Override
    public void send(QuotaEvent event) {
        if (closed || !queue.offer(new Waiting(event, null))) {
            throw new RejectedExecutionException("too many events wait to be published");
        }
    }

    @Override
    public boolean hasRoom() {
        return !closed && queue.remainingCapacity() > queue.size();
    }

    /** Publishes what waits, as far as that takes a few seconds at most; the rest stays in the outbox. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(DRAIN_AT_MOST.toMillis());
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
        cleaner.close();
    }

    private void run() {
        try {
            while (!closed || !queue.isEmpty()) {
                var next = queue.poll(LOOK_UP_FROM_QUEUE.toMillis(), TimeUnit.MILLISECONDS);
                if (next != null) {
                    publish(next);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void publish(Waiting waiting) {
        var unused = producer.send(waiting.event()).whenComplete((done, failure) -> {
            if (failure != null) {
                failed(waiting, failure);
                return;
            }
            listener.published();
            if (waiting.stored() != null) {
                cleaner.acknowledged(waiting.stored());
            }
        });
    }

    private void failed(Waiting waiting, Throwable failure) {
        var isOnlyHere = waiting.stored() == null;
        if (!(isOnlyHere && failure instanceof RetriableException && !closed && queue.offer(waiting))) {
            listener.failed(failure);
        }
    }
}
