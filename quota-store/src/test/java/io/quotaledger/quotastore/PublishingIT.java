package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.SchemaRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way of events from the outbox to Kafka, on real servers. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls start before any test.
final class PublishingIT {
    private static LocalStack stack;
    private static LettuceQuotaStore store;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);
    private final Counts counts = new Counts();

    @BeforeAll
    static void start() {
        SchemaRegistration.registerAll(Samples.REGISTRY);
        stack = LocalStack.builder()
                .withRedis()
                .withKafka()
                .topics(Topic.newTopics(2, (short) 1))
                .start();
        var settings = StoreSettings.of(stack.redisUri()).withCommandTimeout(Duration.ofSeconds(10));
        store = LettuceQuotaStore.connect(settings, Samples.SERDE);
        client = RedisClient.create(stack.redisUri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        store.close();
        stack.close();
    }

    @Test
    void shouldPublishInOrderAndEmptyTheOutboxWhenKafkaAcknowledges() {
        var events = admitMany(200);
        try (var publisher = publisher(store.outbox(), KafkaEventPublisher.DEFAULT_QUEUE_SIZE)) {
            events.forEach(publisher::publish);
            await().atMost(Duration.ofSeconds(60)).until(() -> counts.published.get() == events.size());
        }
        assertThat(eventIds(readAtLeast(events.size())))
                .isEqualTo(events.stream().map(e -> e.event().getEventId()).toList());
        assertThat(outboxLength()).isZero();
    }

    @Test
    void shouldLeaveToTheRelayWhatTheQueueDoesNotTake() {
        var events = admitMany(500);
        try (var publisher = publisher(store.outbox(), 1)) {
            events.forEach(publisher::publish);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> counts.published.get() + counts.dropped.get() == events.size());
        }
        assertThat(counts.dropped.get()).isPositive();
        try (var relay = relay()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
        }
        assertThat(counts.relayed.get()).isEqualTo(counts.dropped.get());
        assertThat(eventIds(readAtLeast(events.size()))).containsExactlyInAnyOrderElementsOf(idsOf(events));
    }

    @Test
    void shouldPublishTheSameBytesDirectlyAndByTheRelay() {
        var events = new ArrayList<>(admitMany(2));
        events.add(((CloseResult.Closed) get(store.close(Samples.settlement("r0", path, 1, 3)))).event());
        events.add(((CloseResult.Closed) get(store.close(Samples.refund("r1", path, 1)))).event());
        events.add(((CloseResult.Closed) get(store.close(Samples.refund("unknown", path, 1)))).event());
        path.forEach(
                key -> events.add(get(store.checkpoint(Samples.checkpoint(key))).orElseThrow()));
        try (var publisher = publisher(new KeepingOutbox(), KafkaEventPublisher.DEFAULT_QUEUE_SIZE)) {
            events.forEach(publisher::publish);
        }
        try (var relay = relay()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
        }
        var values = readAtLeast(2 * events.size()).stream()
                .map(ConsumerRecord::value)
                .toList();
        assertThat(values).hasSize(2 * events.size());
        for (int i = 0; i < events.size(); i++) {
            assertThat(values.get(i + events.size())).isEqualTo(values.get(i));
        }
    }

    @Test
    void shouldMoveWhatIsNoEventToTheDeadLettersAndGoOn() {
        var outbox = StoreKeys.outbox(StoreKeys.bucket(tenant));
        redis.xadd(outbox, Map.of("e", "no event", "t", "1", "s", "-"));
        redis.xadd(outbox, Map.of("nothing", tenant));
        var events = admitMany(3);
        try (var relay = relay()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
        }
        assertThat(eventIds(readAtLeast(3))).isEqualTo(idsOf(events));
        var letters = Topics.read(stack.bootstrapServers(), Topic.DEAD_LETTERS).stream()
                .map(letter -> Topics.decode(DeadLetter.class, Topic.DEAD_LETTERS, letter.value()))
                .filter(letter -> letter.getTopic().equals(outbox))
                .toList();
        assertThat(letters).hasSize(2).extracting(DeadLetter::getReason).containsOnly("unreadable");
        assertThat(counts.deadLettered.get()).isEqualTo(2);
    }

    @Test
    void shouldGoOnWithOtherOutboxesWhenOneCannotBeRead() {
        var broken = (StoreKeys.bucket(tenant) + 1) % StoreKeys.BUCKETS;
        redis.set(StoreKeys.outbox(broken), "no stream");
        try {
            var events = admitMany(3);
            try (var relay = relay()) {
                await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
            }
            assertThat(eventIds(readAtLeast(3))).isEqualTo(idsOf(events));
        } finally {
            redis.del(StoreKeys.outbox(broken));
        }
    }

    @Test
    void shouldLoseNothingWhenKafkaIsAwayForAWhile() {
        var events = admitMany(50);
        stack.kafka().suspend();
        try (var publisher = publisher(store.outbox(), 10);
                var relay = relay()) {
            events.forEach(publisher::publish);
            await().atMost(Duration.ofSeconds(60)).until(() -> counts.failed.get() > 0);
            assertThat(outboxLength()).isEqualTo(events.size());
            await().atMost(Duration.ofMinutes(2)).until(() -> counts.mostWaiting.get() == events.size());
            stack.kafka().resume();
            await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
            await().atMost(Duration.ofSeconds(60)).until(() -> counts.waiting.get() == 0);
        } finally {
            stack.kafka().resume();
        }
        assertThat(Set.copyOf(eventIds(readAtLeast(50)))).isEqualTo(Set.copyOf(idsOf(events)));
    }

    @Test
    void shouldKeepTryingWhatIsInNoOutboxWhileKafkaIsAway() {
        var inOutbox = admitMany(1).get(0);
        var elsewhere = Samples.settlement("r0", path, 1, 3).event();
        stack.kafka().suspend();
        try (var publisher = publisher(new KeepingOutbox(), 100)) {
            publisher.send(elsewhere);
            publisher.publish(inOutbox);
            // What is in the outbox is tried once, so the first try of the other is over as well.
            await().atMost(Duration.ofSeconds(60)).until(() -> counts.failed.get() == 1);
            stack.kafka().resume();
            await().atMost(Duration.ofSeconds(60)).until(() -> counts.published.get() == 1);
        } finally {
            stack.kafka().resume();
        }
        assertThat(eventIds(readAtLeast(1))).contains(elsewhere.getEventId());
    }

    @Test
    void shouldRelayEachEventOnceWhenSeveralRelaysRunAndGoOnWhenTheOwnerEnds() {
        var others = new Counts();
        var owner = relay();
        var first = admitMany("first", 300);
        await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
        try (var standby = relay(others)) {
            try (owner) {
                var second = admitMany("second", 300);
                await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
                assertThat(counts.relayed.get()).isEqualTo(first.size() + second.size());
                assertThat(others.relayed.get()).isZero();
            }
            var third = admitMany("third", 300);
            await().atMost(Duration.ofSeconds(60)).until(() -> outboxLength() == 0);
            assertThat(others.relayed.get()).isEqualTo(third.size());
        }
        assertThat(eventIds(readAtLeast(900))).doesNotHaveDuplicates().hasSize(900);
    }

    @Test
    void shouldLoseNothingWhenTheRelayIsKilledAgainAndAgain() {
        var events = admitMany(3000);
        var command = ChildCommand.java(ChildCommand.ownClassPath(), RelayMain.class.getName())
                .args(stack.redisUri(), stack.bootstrapServers());
        int kills = 0;
        long left = outboxLength();
        while (left > 0) {
            long before = left;
            try (var child = command.start("relay")) {
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> outboxLength() <= Math.max(0, before - 1000));
            }
            kills++;
            left = outboxLength();
        }
        assertThat(kills).isGreaterThan(1);
        assertThat(new HashSet<>(eventIds(readAtLeast(events.size())))).isEqualTo(new HashSet<>(idsOf(events)));
    }

    private List<StoredEvent> admitMany(int number) {
        return admitMany("r", number);
    }

    private List<StoredEvent> admitMany(String prefix, int number) {
        path.forEach(key -> get(store.apply(Samples.seed(key, 1, 1_000_000))));
        var admissions = new ArrayList<CompletionStage<AdmitResult>>();
        for (int i = 0; i < number; i++) {
            admissions.add(store.admit(Samples.admission(prefix + i, path, 1)));
        }
        return admissions.stream()
                .map(stage -> ((AdmitResult.Admitted) get(stage)).event())
                .toList();
    }

    private KafkaEventPublisher publisher(Outbox outbox, int queueSize) {
        return new KafkaEventPublisher(kafka(), Samples.SERDE, outbox, counts, queueSize);
    }

    private OutboxRelay relay() {
        return relay(counts);
    }

    private OutboxRelay relay(PublishListener listener) {
        var settings = RelaySettings.DEFAULTS
                .withMinAge(Duration.ofMillis(1))
                .withInterval(Duration.ofMillis(50))
                .withLease(Duration.ofMinutes(1));
        return OutboxRelay.start(StoreSettings.of(stack.redisUri()), kafka(), Samples.SERDE, settings, listener);
    }

    private static Map<String, String> kafka() {
        return Map.of(
                "bootstrap.servers", stack.bootstrapServers(),
                "max.block.ms", "2000",
                "request.timeout.ms", "2000",
                "delivery.timeout.ms", "3000");
    }

    private long outboxLength() {
        return redis.xlen(StoreKeys.outbox(StoreKeys.bucket(tenant)));
    }

    /** Records of this test's tenant. */
    private List<ConsumerRecord<String, byte[]>> readAtLeast(int number) {
        return Topics.readUntil(
                        stack.bootstrapServers(),
                        Topic.EVENTS,
                        records -> ofTenant(records).size() >= number)
                .stream()
                .filter(record -> record.key().equals(tenant))
                .toList();
    }

    private List<ConsumerRecord<String, byte[]>> ofTenant(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream().filter(record -> record.key().equals(tenant)).toList();
    }

    private static List<String> eventIds(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .map(record -> Topics.decode(QuotaEvent.class, Topic.EVENTS, record.value())
                        .getEventId())
                .toList();
    }

    private static List<String> idsOf(List<StoredEvent> events) {
        return events.stream().map(event -> event.event().getEventId()).toList();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** Removes nothing: the publisher died before it could. */
    private static final class KeepingOutbox implements Outbox {
        @Override
        public CompletionStage<Void> remove(int bucket, Collection<String> ids) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
