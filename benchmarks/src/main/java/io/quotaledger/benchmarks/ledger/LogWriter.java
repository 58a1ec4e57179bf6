package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerializer;
import java.util.HashMap;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Appends events to {@code quota-events} and counts what they must give. For one thread. */
final class LogWriter implements AutoCloseable {
    /** Calls that are open at the same time. */
    private static final int OPEN_CALLS = 2_000;

    private static final int BATCH_BYTES = 64 << 10;

    private final KafkaProducer<String, SpecificRecord> producer;
    private final Population population;
    private final SplittableRandom random = new SplittableRandom(1);
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private long calls;
    private long events;
    private long entries;

    /** @param lingerMillis how long a record may wait for others to go with it */
    LogWriter(LedgerStack stack, Population population, int lingerMillis) {
        this.population = population;
        var config = new HashMap<String, Object>(stack.serdes());
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, stack.bootstrapServers());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        var values = new AvroSerializer<SpecificRecord>();
        values.configure(config, false);
        this.producer = new KafkaProducer<>(config, new StringSerializer(), values);
    }

    /** All organisations are opened and funded, and call once, so that every account is there. */
    void open() {
        for (int org = 0; org < population.orgs(); org++) {
            append(population.opened(org));
            appendBooked(population.granted(org));
            appendBooked(population.prepaid(org, calls));
            appendBooked(population.settled(org, calls++));
        }
        flush();
    }

    /** So many admissions and as many settlements, of organisations at random, some of them under way at a time. */
    void appendCalls(long count) {
        for (long done = 0; done < count; ) {
            int open = (int) Math.min(OPEN_CALLS, count - done);
            var orgs = random.ints(open, 0, population.orgs()).toArray();
            for (int i = 0; i < open; i++) {
                appendBooked(population.prepaid(orgs[i], calls + i));
            }
            for (int i = 0; i < open; i++) {
                appendBooked(population.settled(orgs[i], calls + i));
            }
            calls += open;
            done += open;
        }
        flush();
    }

    /** An event that gives no journal entry. */
    void append(QuotaEvent event) {
        var unused = send(event);
    }

    /** An event that gives one journal entry. */
    void appendBooked(QuotaEvent event) {
        var unused = sendBooked(event);
    }

    /** The same; the stage ends when the log has it. */
    CompletionStage<?> sendBooked(QuotaEvent event) {
        entries++;
        return send(event);
    }

    private CompletionStage<?> send(QuotaEvent event) {
        events++;
        var done = new CompletableFuture<@Nullable Void>();
        var unused = producer.send(
                new ProducerRecord<>(Topic.EVENTS.topicName(), event.getTenantId(), event), (metadata, problem) -> {
                    if (problem == null) {
                        done.complete(null);
                    } else {
                        failure.set(problem);
                        done.completeExceptionally(problem);
                    }
                });
        return done;
    }

    /** Waits until the log has everything. */
    void flush() {
        producer.flush();
        var problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("an event was not appended", problem);
        }
    }

    /** Events so far. */
    long events() {
        return events;
    }

    /** Journal entries that they must give. */
    long entries() {
        return entries;
    }

    @Override
    public void close() {
        producer.close();
    }
}
