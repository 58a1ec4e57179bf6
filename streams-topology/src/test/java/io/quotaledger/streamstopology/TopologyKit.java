package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.LogPosition;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.streamstopology.query.LedgerReader;
import io.quotaledger.streamstopology.query.TenantStores;
import io.quotaledger.streamstopology.state.StoreNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The topology under Kafka's test driver, with the registry in memory and a clock that tests move. */
final class TopologyKit implements AutoCloseable {
    private final AvroSerde<SpecificRecord> serde = AvroSerde.forTopics(Fixture.SERDES);
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> events;
    private final Map<Topic, TestOutputTopic<byte[], byte[]>> outputs = new HashMap<>();
    private final Map<Topic, List<KeyValue<byte[], byte[]>>> read = new HashMap<>();

    TopologyKit() {
        this(LedgerOptions.defaults());
    }

    TopologyKit(LedgerOptions options) {
        var properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "kit-" + UUID.randomUUID());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, "target/kafka-streams");
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        this.driver =
                new TopologyTestDriver(new LedgerTopology(Fixture.SERDES, options).get(), properties, Fixture.START);
        this.events =
                driver.createInputTopic(Topic.EVENTS.topicName(), new ByteArraySerializer(), new ByteArraySerializer());
        for (var topic : Topic.values()) {
            outputs.put(
                    topic,
                    driver.createOutputTopic(
                            topic.topicName(), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        }
    }

    /** Appends an event to the log at its own time. */
    void send(QuotaEvent event) {
        send(event, event.getTime());
    }

    void send(QuotaEvent event, Instant appendTime) {
        sendBytes(key(event), serde.toBytes(Topic.EVENTS, event), appendTime);
    }

    void sendAll(List<QuotaEvent> all) {
        all.forEach(this::send);
    }

    void sendBytes(byte @Nullable [] key, byte @Nullable [] value, Instant appendTime) {
        events.pipeInput(key, value, appendTime);
    }

    /** Lets a second pass in which no record comes, so that the timers go by the wall clock. */
    void becomeQuiet() {
        advanceWallClock(Duration.ofSeconds(1));
    }

    void advanceWallClock(Duration by) {
        driver.advanceWallClockTime(by);
    }

    static byte[] key(QuotaEvent event) {
        return event.getTenantId().getBytes(StandardCharsets.UTF_8);
    }

    /** Everything the topic has had since the kit began. */
    List<KeyValue<byte[], byte[]>> raw(Topic topic) {
        var all = read.computeIfAbsent(topic, unused -> new ArrayList<>());
        var output = outputs.get(topic);
        if (output != null) {
            all.addAll(output.readKeyValuesToList());
        }
        return all;
    }

    List<JournalEntry> journal() {
        return values(Topic.JOURNAL, JournalEntry.class);
    }

    List<StoreUpdate> storeUpdates() {
        return values(Topic.STORE_UPDATES, StoreUpdate.class);
    }

    List<Outcome> outcomes() {
        return values(Topic.OUTCOMES, Outcome.class);
    }

    List<ConfigEntry> config() {
        return values(Topic.CONFIG, ConfigEntry.class);
    }

    List<DeadLetter> deadLetters() {
        return values(Topic.DEAD_LETTERS, DeadLetter.class);
    }

    /** Timer events only: what tests send does not come back. */
    List<QuotaEvent> timerEvents() {
        return values(Topic.EVENTS, QuotaEvent.class);
    }

    <T> List<T> values(Topic topic, Class<T> type) {
        return raw(topic).stream()
                .map(record -> type.cast(serde.fromBytes(topic, record.value)))
                .toList();
    }

    LedgerReader reader() {
        return new LedgerReader(new TenantStores() {
            @Override
            public <V> ReadOnlyKeyValueStore<String, V> store(String name, String tenantId) {
                return driver.getKeyValueStore(name);
            }
        });
    }

    AccountState account(AccountRef account) {
        return reader().account(Fixture.TENANT, account).orElseThrow();
    }

    KeyValueStore<String, LogPosition> logPositions() {
        return driver.getKeyValueStore(StoreNames.LOG_POSITION);
    }

    <V> long storeSize(String name) {
        var size = 0L;
        try (var all = driver.<String, V>getKeyValueStore(name).all()) {
            for (; all.hasNext(); all.next()) {
                size++;
            }
        }
        return size;
    }

    @Override
    public void close() {
        driver.close();
    }
}
