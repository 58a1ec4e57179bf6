package io.quotaledger.quickstart.check;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads {@code quota-events} and {@code quota-journal} from the beginning, as any outsider may, and notes how long after an event its
 * journal entry comes in sight. Runs in a thread of its own until it is closed.
 */
public final class EventReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final long MAX_LAG_MILLIS = 600_000;

    private final KafkaConsumer<String, SpecificRecord> consumer;
    private final Reservations reservations;
    private final JournalBooks journal = new JournalBooks();
    private final Set<String> tenants;
    private final Consumer<SpecificRecord> witness;
    private final Map<String, Long> eventsWithoutEntry = new ConcurrentHashMap<>();
    private final Set<String> entriesWithoutEvent = new HashSet<>();
    private final Histogram lag = new ConcurrentHistogram(MAX_LAG_MILLIS, 3);
    private final Thread thread = new Thread(this::run, "event-reader");
    private volatile boolean stopped;

    /** Starts to read what concerns the reservations of these tenants. */
    public EventReader(String bootstrapServers, String registryUrl, Set<String> tenants) {
        this(bootstrapServers, registryUrl, tenants, read -> {});
    }

    /**
     * The same with a witness.
     *
     * @param witness gets all events and journal entries of these tenants as well, on the thread of the reader
     */
    public EventReader(
            String bootstrapServers, String registryUrl, Set<String> tenants, Consumer<SpecificRecord> witness) {
        this.witness = witness;
        this.tenants = Set.copyOf(tenants);
        this.reservations = new Reservations(tenants);
        var values = new AvroDeserializer<>();
        values.configure(Map.of("schema.registry.url", registryUrl), false);
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        2_000),
                new StringDeserializer(),
                values);
        var partitions = List.of(Topic.EVENTS, Topic.JOURNAL).stream()
                .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        thread.start();
    }

    /** Whether every reservation seen is closed, and the journal has an entry of each event that needs one. */
    public boolean hasCaughtUp() {
        return eventsWithoutEntry.isEmpty() && reservations.areClosed();
    }

    /** What it waits for, if it has not caught up. */
    public List<Mismatch> unfinished() {
        var unfinished = new ArrayList<>(reservations.open());
        eventsWithoutEntry.keySet().forEach(id -> unfinished.add(new Mismatch("event " + id, "no journal entry")));
        return unfinished;
    }

    /** Milliseconds between the sight of an event and of its journal entry, at a percentile. */
    public long lagMillis(double percentile) {
        return lag.getValueAtPercentile(percentile);
    }

    /** What the events say. */
    Reservations reservations() {
        return reservations;
    }

    /** What the journal says. */
    JournalBooks journal() {
        return journal;
    }

    @Override
    public void close() {
        stopped = true;
        consumer.wakeup();
        try {
            thread.join(STOP_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (consumer) {
            while (!stopped) {
                for (var polled : consumer.poll(POLL)) {
                    take(polled.value());
                }
            }
        } catch (WakeupException e) {
            if (!stopped) {
                throw e;
            }
        }
    }

    private void take(SpecificRecord value) {
        if (value instanceof QuotaEvent event && tenants.contains(event.getTenantId())) {
            witness.accept(event);
            if (reservations.add(event) && !entriesWithoutEvent.remove(event.getEventId())) {
                eventsWithoutEntry.put(event.getEventId(), System.nanoTime());
            }
        } else if (value instanceof JournalEntry entry && tenants.contains(entry.getTenantId())) {
            witness.accept(entry);
            journal.add(entry);
            if (entry.getReservationId() == null) {
                return;
            }
            var seen = eventsWithoutEntry.remove(entry.getEventId());
            if (seen == null) {
                entriesWithoutEvent.add(entry.getEventId());
            } else {
                lag.recordValue(Math.min(MAX_LAG_MILLIS, (System.nanoTime() - seen) / 1_000_000));
            }
        }
    }
}
