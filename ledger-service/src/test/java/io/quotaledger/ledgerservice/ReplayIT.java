package io.quotaledger.ledgerservice;

import static io.quotaledger.ledgerservice.ServiceClient.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreUnavailableException;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Case B44: 3,000 calls, every event twice, on two instances of which one dies half-way; then the log is read again with the stores
 * kept, and once more without them. What was used is the same after each stage, and Redis never goes back.
 */
class ReplayIT {
    private static final String TENANT = "replay";
    private static final int CALLS = 3_000;
    private static final long HELD = 2_000;
    private static final long COST = 1_340;
    private static final long GRANT = 10_000_000;
    private static final int ENTRIES = 2 * CALLS + 1;
    private static final Duration HOLD = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final List<Topic> OUTPUTS =
            List.of(Topic.JOURNAL, Topic.STORE_UPDATES, Topic.OUTCOMES, Topic.ALERTS, Topic.DEAD_LETTERS, Topic.CONFIG);

    private final TenantBooks books = new TenantBooks(TENANT);

    @Test
    void shouldHaveBookedEveryCallOnceAfterDuplicatesAndRebalancesAndReplays() {
        try (var stack = LocalStack.builder()
                        .withAll()
                        .topics(Topic.newTopics(3, (short) 1))
                        .start();
                var group = new StreamsGroup(stack);
                var first = new ChildService(SharedStack.properties(stack, "replay-1"));
                var second = new ChildService(SharedStack.properties(stack, "replay-2"))) {
            open(stack, first);
            second.awaitReady();
            group.awaitShared(2);
            try (var redis = new RedisWatch(stack)) {
                var owner = group.ownerOf(TENANT).orElseThrow().equals(first.id()) ? first : second;
                var other = owner == first ? second : first;
                try (var log = new EventLog(stack)) {
                    send(log, calls(0, CALLS / 2));
                    owner.kill();
                    send(log, calls(CALLS / 2, CALLS));
                }
                assertBooked(stack, other);
                owner.start();
                owner.awaitReady();
                assertBooked(stack, owner);

                var before = outputs(stack);
                restart(first, second, () -> group.setBackToTheBeginning());
                group.awaitFolded();
                assertBooked(stack, first);
                assertThat(outputs(stack)).as("stores kept").isEqualTo(before);

                restart(first, second, () -> {
                    first.deleteState();
                    second.deleteState();
                    group.forget();
                });
                group.awaitFolded();
                assertBooked(stack, second);
                var journal = TopicDump.of(stack, Topic.JOURNAL);
                assertThat(journal).hasSize(2 * ENTRIES);
                assertThat(journal.subList(ENTRIES, 2 * ENTRIES))
                        .as("without stores")
                        .isEqualTo(journal.subList(0, ENTRIES));
                redis.assertNeverWentBack(CALLS * COST);
            }
        }
    }

    private void open(LocalStack stack, ChildService service) {
        service.awaitReady();
        service.client().put("/v1/price-books/prices", Bodies.PRICE_BOOK).mustBe(200);
        service.client().put("/v1/plans/plan", Bodies.plan("prices")).mustBe(200);
        patiently(() -> service.client()
                        .post("/v1/tenants", Bodies.tenant(TENANT, "plan"), "Idempotency-Key", "tenant"))
                .mustBe(201);
        patiently(() -> service.client()
                        .post("/v1/tenants/" + TENANT + "/grants", Bodies.grant(GRANT), "Idempotency-Key", "grant"))
                .mustBe(201);
        try (var log = new EventLog(stack)) {
            books.seed(log);
        }
    }

    /** Every event twice, the second time at once or among later ones. */
    private static List<QuotaEvent> calls(int from, int to) {
        var events = new ArrayList<QuotaEvent>();
        var again = new ArrayList<QuotaEvent>();
        for (int call = from; call < to; call++) {
            var prepaid = EventLog.prepay(TENANT, "r" + call, TenantBooks.WALLET, HELD, HOLD);
            var settled = EventLog.settlement(TENANT, "r" + call, TenantBooks.WALLET, HELD, COST);
            events.addAll(List.of(prepaid, prepaid, settled));
            again.add(settled);
            if (again.size() == 10) {
                events.addAll(again);
                again.clear();
            }
        }
        events.addAll(again);
        return events;
    }

    private static void send(EventLog log, List<QuotaEvent> events) {
        events.forEach(log::appendSoon);
    }

    private static void restart(ChildService first, ChildService second, Runnable meanwhile) {
        first.stop();
        second.stop();
        meanwhile.run();
        first.start();
        second.start();
        first.awaitReady();
        second.awaitReady();
    }

    private void assertBooked(LocalStack stack, ChildService service) {
        await().atMost(SOON)
                .until(() -> service.client().get(books.balancesPath()).status() == 200);
        books.assertBooked(stack, service.client(), GRANT, CALLS * COST, ENTRIES);
    }

    private static Map<Topic, List<SpecificRecord>> outputs(LocalStack stack) {
        var outputs = new EnumMap<Topic, List<SpecificRecord>>(Topic.class);
        OUTPUTS.forEach(topic -> outputs.put(topic, TopicDump.of(stack, topic)));
        return outputs;
    }

    /** Looks again and again at what Redis says was consumed. */
    private static final class RedisWatch implements AutoCloseable {
        private static final long EVERY_MILLIS = 10;

        private final List<Long> seen = new CopyOnWriteArrayList<>();
        private final LettuceQuotaStore redis;
        private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
        private final ScheduledFuture<?> watching;

        RedisWatch(LocalStack stack) {
            this.redis = TenantBooks.redis(stack);
            this.watching = looks.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }

        /** A look that Redis does not answer says nothing. */
        private void look() {
            try {
                redis.inspect(AccountKey.of(TENANT, TenantBooks.WALLET))
                        .toCompletableFuture()
                        .join()
                        .ifPresent(account -> note(account.balance().consumed()));
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof StoreUnavailableException)) {
                    throw e;
                }
            }
        }

        private void note(long consumed) {
            if (seen.isEmpty() || seen.get(seen.size() - 1) != consumed) {
                seen.add(consumed);
            }
        }

        void assertNeverWentBack(long end) {
            assertThat(watching.isDone()).as("it failed").isFalse();
            assertThat(seen).isSorted().last().isEqualTo(end);
            assertThat(seen).hasSizeGreaterThan(10);
        }

        @Override
        public void close() {
            looks.shutdownNow();
            redis.close();
        }
    }
}
