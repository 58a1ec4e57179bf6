package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.schemas.serde.WireFormat;
import io.quotaledger.streamstopology.query.JournalFilter;
import io.quotaledger.streamstopology.query.LedgerReader;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case B44 on a real broker: 3,000 calls, every event twice, the ledger killed half-way; nothing lost, nothing twice. */
class ExactlyOnceIT {
    private static final int CALLS = 3_000;
    private static final long CHARGE = 1_340;
    private static final int PARTITIONS = 4;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final Fixture fixture = new Fixture();

    @Test
    void shouldBookEveryCallOnceWhenEventsComeTwiceAndTheLedgerIsKilled() throws Exception {
        try (var stack = LocalStack.builder()
                .withKafka()
                .withRegistry()
                .topics(Topic.newTopics(PARTITIONS, (short) 1))
                .start()) {
            produce(stack, opening());
            try (var child = startChild(stack)) {
                child.await("started", LIMIT, () -> child.logTail().contains(LedgerProcess.RUNNING));
                produce(stack, calls(0, CALLS / 2));
                child.await("booked a part", LIMIT, () -> journal(stack).size() > CALLS / 10);
                child.kill();
            }
            assertThat(journal(stack).size()).as("killed half-way").isLessThan(2 * CALLS);
            produce(stack, calls(CALLS / 2, CALLS));

            var streams = LedgerProcess.start(
                    stack.bootstrapServers(), stack.registryUrl().toString(), directory.resolve("state"));
            try {
                var reader = LedgerReader.of(streams);
                await().atMost(LIMIT)
                        .ignoreException(StoreNotReadyException.class)
                        .untilAsserted(() -> assertThat(consumed(reader)).containsOnly(CALLS * CHARGE));
                assertThat(reader.reservation(Fixture.TENANT, "r7")).isPresent();
                assertThat(reader.journal(Fixture.TENANT, JournalFilter.ALL, Optional.empty(), 10)
                                .next())
                        .isPresent();
            } finally {
                streams.close(StreamsSettings.closeOptions(Duration.ofSeconds(30)));
            }
            checkJournal(journal(stack), AvroSerde.forTopics(serdes(stack)));
        }
    }

    private ChildProcess startChild(LocalStack stack) {
        return ChildCommand.java(ChildCommand.ownClassPath(), LedgerProcess.class.getName())
                .jvm("-Xmx256m", "-XX:+UseSerialGC")
                .args(
                        stack.bootstrapServers(),
                        stack.registryUrl().toString(),
                        directory.resolve("state").toString())
                .log(directory.resolve("ledger.log"))
                .start("ledger");
    }

    private List<QuotaEvent> opening() {
        var opening = new ArrayList<>(fixture.opening());
        opening.add(fixture.grant("big", 2 * CALLS * CHARGE, null, null));
        return fresh(opening);
    }

    /** Holds and settlements of calls, each event twice, the second time among later ones. */
    private List<QuotaEvent> calls(int from, int to) {
        var events = new ArrayList<QuotaEvent>();
        for (int i = from; i < to; i++) {
            var pair = fresh(List.of(
                    fixture.prepaid("r" + i, 2 * CHARGE, null), fixture.settled("r" + i, 2 * CHARGE, CHARGE, null)));
            events.addAll(pair);
            events.addAll(events.size() > 40 ? events.subList(events.size() - 40, events.size() - 38) : pair);
            events.addAll(pair);
        }
        return events;
    }

    /** Events of today: the fixture's are older than what the fold takes for new. */
    private static List<QuotaEvent> fresh(List<QuotaEvent> events) {
        return events.stream().map(event -> Fixture.at(event, Instant.now())).toList();
    }

    private static List<Long> consumed(LedgerReader reader) {
        var balances = reader.balances(Fixture.TENANT);
        assertThat(balances).hasSize(3).allSatisfy(balance -> assertThat(
                        balance.getBalance().getReserved())
                .isZero());
        return balances.stream()
                .map(balance -> balance.getBalance().getConsumed())
                .toList();
    }

    private static void checkJournal(List<byte[]> journal, AvroSerde<SpecificRecord> serde) throws Exception {
        assertThat(journal).hasSize(2 + 2 * CALLS);
        var before = new byte[32];
        for (int i = 0; i < journal.size(); i++) {
            var entry = (JournalEntry) serde.fromBytes(Topic.JOURNAL, journal.get(i));
            assertThat(entry.getNumber()).isEqualTo(i + 1);
            assertThat(entry.getPreviousHash().bytes()).isEqualTo(before);
            var record = Arrays.copyOfRange(journal.get(i), WireFormat.HEADER_BYTES, journal.get(i).length);
            before = MessageDigest.getInstance("SHA-256").digest(record);
        }
    }

    private static void produce(LocalStack stack, List<QuotaEvent> events) throws Exception {
        AvroSerde<SpecificRecord> serde = AvroSerde.forTopics(serdes(stack));
        try (var producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        stack.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        5),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            var sent = new ArrayList<Future<RecordMetadata>>();
            for (var event : events) {
                var key = event.getTenantId().getBytes(StandardCharsets.UTF_8);
                var value = serde.toBytes(Topic.EVENTS, event);
                sent.add(producer.send(new ProducerRecord<>(Topic.EVENTS.topicName(), key, value)));
            }
            for (var acknowledgement : sent) {
                acknowledgement.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    /** All committed journal entries; the tenant's are in one partition. */
    private static List<byte[]> journal(LocalStack stack) {
        var config = Map.<String, Object>of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, stack.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG, UUID.randomUUID().toString(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(Topic.JOURNAL.topicName()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var values = new ArrayList<byte[]>();
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }

    private static Map<String, String> serdes(LocalStack stack) {
        return Map.of("schema.registry.url", stack.registryUrl().toString());
    }
}
