package io.quotaledger.benchmarks.ledger;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.streamstopology.StreamsSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The least that exactly-once books cost on Kafka: one thread that consumes, decodes, books in a map, and produces the entry once as output
 * and once as the changelog of the map, in transactions as long as those of the topology and with its settings of consumer and producer.
 */
final class RawLoop implements LogReader {
    /** Topic of its entries. */
    static final String JOURNAL = "raw-journal";
    /** Topic from which the map could be restored. */
    static final String CHANGELOG = "raw-changelog";

    private static final String GROUP = "raw-loop";
    private static final Duration POLL = Duration.ofMillis(10);

    private final AvroSerde<SpecificRecord> serde;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final long commitNanos;
    private final RawBooks books = new RawBooks();
    private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
    private final Thread thread = new Thread(this::run, GROUP);
    private boolean isReading;
    private boolean isClosed;
    private volatile @Nullable Exception failure;

    private RawLoop(LedgerStack stack) {
        this.serde = AvroSerde.forTopics(stack.serdes());
        var settings = new StreamsConfig(StreamsSettings.of(stack.bootstrapServers(), stack.folder(), 1));
        this.commitNanos = TimeUnit.MILLISECONDS.toNanos(settings.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG));
        var reading = new HashMap<>(settings.getMainConsumerConfigs(GROUP, GROUP, 1));
        reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        reading.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
        this.consumer = new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(consumer.partitionsFor(Topic.EVENTS.topicName()).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList());
        var writing = new HashMap<>(settings.getProducerConfigs(GROUP));
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, GROUP);
        this.producer = new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
    }

    /** Starts it; does not read yet. */
    static RawLoop start(LedgerStack stack) {
        var loop = new RawLoop(stack);
        loop.thread.start();
        return loop;
    }

    @Override
    public String name() {
        return "raw exactly-once loop";
    }

    @Override
    public String group() {
        return GROUP;
    }

    @Override
    public synchronized void resume() {
        isReading = true;
        notifyAll();
    }

    @Override
    public synchronized void pause() {
        isReading = false;
    }

    private synchronized boolean isReading() {
        return isReading && !isClosed;
    }

    /** Waits until it may read; false if it is closed. */
    private synchronized boolean awaitReading() throws InterruptedException {
        while (!isReading && !isClosed) {
            wait();
        }
        return !isClosed;
    }

    private void run() {
        try {
            while (awaitReading()) {
                var lastCommit = System.nanoTime();
                while (isReading()) {
                    for (var record : consumer.poll(POLL)) {
                        book(record);
                    }
                    if (System.nanoTime() - lastCommit >= commitNanos) {
                        commit();
                        lastCommit = System.nanoTime();
                    }
                }
                commit();
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = e;
        }
    }

    private void book(ConsumerRecord<byte[], byte[]> record) {
        if (uncommitted.isEmpty()) {
            producer.beginTransaction();
        }
        var entry = books.book((QuotaEvent) serde.fromBytes(Topic.EVENTS, record.value()));
        if (entry != null) {
            var bytes = serde.toBytes(Topic.JOURNAL, entry);
            send(JOURNAL, record.key(), bytes);
            send(CHANGELOG, record.key(), bytes);
        }
        uncommitted.put(
                new TopicPartition(record.topic(), record.partition()), new OffsetAndMetadata(record.offset() + 1));
    }

    /** A failure comes out of the commit. */
    private void send(String topic, byte[] key, byte[] value) {
        var unused = producer.send(new ProducerRecord<>(topic, key, value));
    }

    private void commit() {
        if (!uncommitted.isEmpty()) {
            producer.sendOffsetsToTransaction(uncommitted, consumer.groupMetadata());
            producer.commitTransaction();
            uncommitted.clear();
        }
    }

    @Override
    public void requireAlive() {
        if (!thread.isAlive()) {
            throw new IllegalStateException(name() + " has ended", failure);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
        producer.close();
    }
}
