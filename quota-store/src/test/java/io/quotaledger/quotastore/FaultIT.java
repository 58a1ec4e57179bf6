package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.StoreFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the store does when Redis forgets, hangs, drops connections or is away. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls start before any test.
final class FaultIT {
    private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(500);
    /** Time-out, timer resolution, and what a busy machine adds. */
    private static final Duration BOUND = Duration.ofSeconds(2);

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);
    private LocalStack stack;
    private LettuceQuotaStore store;

    @BeforeEach
    void start() {
        stack = LocalStack.builder().withRedis().start();
        store = connect(StoreSettings.of(stack.redisUri()).withCommandTimeout(COMMAND_TIMEOUT));
    }

    @AfterEach
    void stop() {
        store.close();
        stack.close();
    }

    @Test
    void shouldFailNoCallWhenTheScriptsAreFlushed() {
        seedAll();
        try (var client = RedisClient.create(stack.redisUri());
                var connection = client.connect()) {
            for (int i = 0; i < 50; i++) {
                connection.sync().scriptFlush();
                var reservation = "r" + i;
                var admissions = new ArrayList<CompletionStage<AdmitResult>>();
                admissions.add(store.admit(Samples.admission(reservation, path, 2)));
                admissions.add(store.admit(Samples.admission("other" + i, path, 1)));
                admissions.forEach(stage -> assertThat(RedisKit.get(stage)).isInstanceOf(AdmitResult.Admitted.class));
                assertThat(RedisKit.get(store.close(Samples.refund(reservation, path, 2))))
                        .isInstanceOf(CloseResult.Closed.class);
                connection.sync().scriptFlush();
                assertThat(RedisKit.get(store.checkpoint(Samples.checkpoint(path.get(0)))))
                        .isPresent();
            }
        }
        assertThat(account().balance().reserved()).isEqualTo(50);
        assertThat(account().generation()).isEqualTo(50);
    }

    @Test
    void shouldGoOnByItselfWhenRedisWasRestarted() {
        seedAll();
        var history = RedisKit.get(store.history());
        assertThat(history).isEqualTo(RedisKit.get(store.history()));
        stack.redis().kill();
        assertThat(RedisKit.failure(store.admit(Samples.admission("r1", path, 1))))
                .isInstanceOf(StoreUnavailableException.class);
        stack.redis().restart();
        await().atMost(Duration.ofSeconds(20)).until(this::answers);
        assertThat(RedisKit.get(store.history())).isNotEqualTo(history);
        seedAll();
        assertThat(RedisKit.get(store.admit(Samples.admission("r1", path, 1))))
                .isInstanceOf(AdmitResult.Admitted.class);
    }

    @Test
    void shouldConnectLaterWhenRedisIsAwayAtTheStart() {
        stack.redis().stop();
        try (var early = connect(StoreSettings.of(stack.redisUri()))) {
            assertThat(RedisKit.failure(early.admit(Samples.admission("r1", path, 1))))
                    .isInstanceOf(StoreUnavailableException.class);
            stack.redis().restart();
            await().atMost(Duration.ofSeconds(20)).until(() -> !early.inspect(path.get(0))
                    .handle((found, failure) -> failure != null)
                    .toCompletableFuture()
                    .join());
        }
    }

    @Test
    void shouldFailEachCallInBoundedTimeWhileRedisHangsAndRecoverAfterwards() {
        seedAll();
        stack.redis().suspend();
        try {
            for (int i = 0; i < 5; i++) {
                assertFailsInBound("hung" + i);
            }
        } finally {
            stack.redis().resume();
        }
        await().atMost(Duration.ofSeconds(20)).until(this::answers);
        // A call that timed out may have run; its id tells, and running it again holds nothing twice.
        for (int i = 0; i < 5; i++) {
            RedisKit.get(store.admit(Samples.admission("hung" + i, path, 1)));
        }
        assertThat(account().balance().reserved()).isEqualTo(5);
        assertThat(account().executions()).isEqualTo(5);
    }

    @Test
    void shouldEndAnotherGenerationWhenACheckpointThatTimedOutIsRepeated() {
        seedAll();
        RedisKit.get(store.admit(Samples.admission("r1", path, 1)));
        RedisKit.get(store.checkpoint(Samples.checkpoint(path.get(0)))); // Redis knows the script from now on.
        var checkpoint = Samples.checkpoint(path.get(0));
        stack.redis().suspend();
        try {
            assertThat(RedisKit.failure(store.checkpoint(checkpoint))).isInstanceOf(StoreUnavailableException.class);
        } finally {
            stack.redis().resume();
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> answers() && account().generation() == 2);
        var repeated = RedisKit.get(store.checkpoint(checkpoint)).orElseThrow().event();
        assertThat(repeated.getEventId()).isEqualTo(checkpoint.getEventId());
        assertThat(repeated.getCheckpointed())
                .isEqualTo(new Checkpointed(
                        path.get(0).toRef(), 1L, 2L, 1L, 0L, new StoreFigures(1_000_000L, 1L, 0L, false)));
        assertThat(account().generation()).isEqualTo(3);
        assertThat(account().executions()).isEqualTo(1);
    }

    @Test
    void shouldFailAtOnceWhenRedisHasBeenHangingForAWhile() {
        seedAll();
        stack.redis().suspend();
        try {
            var calls = new ArrayList<CompletionStage<AdmitResult>>();
            for (int i = 0; i < Gate.HANGS_AFTER; i++) {
                calls.add(store.admit(Samples.admission("hung" + i, path, 1)));
            }
            calls.forEach(RedisKit::failure);
            var probe = store.admit(Samples.admission("probe", path, 1));
            assertThat(store.admit(Samples.admission("refused", path, 1)).toCompletableFuture())
                    .isCompletedExceptionally();
            assertThat(RedisKit.failure(probe)).hasMessageContaining("timed out");
        } finally {
            stack.redis().resume();
        }
        await().atMost(Duration.ofSeconds(20)).until(this::answers);
        assertThat(RedisKit.get(store.admit(Samples.admission("refused", path, 1))))
                .isInstanceOf(AdmitResult.Admitted.class);
    }

    @Test
    void shouldRefuseAtOnceWhatTheRequestQueueDoesNotTakeWhileRedisHangs() {
        var settings = StoreSettings.of(stack.redisUri())
                .withCommandTimeout(Duration.ofSeconds(5))
                .withRequestQueueSize(100);
        try (var small = connect(settings)) {
            stack.redis().suspend();
            var calls = new ArrayList<CompletionStage<AdmitResult>>();
            for (int i = 0; i < 1_000; i++) {
                calls.add(small.admit(Samples.admission("r" + i, path, 1)));
            }
            assertThat(calls.stream().filter(call -> call.toCompletableFuture().isCompletedExceptionally()))
                    .hasSizeGreaterThanOrEqualTo(900);
        } finally {
            stack.redis().resume();
        }
    }

    @Test
    void shouldSendNoCommandTwiceWhenConnectionsAreCut() {
        seedAll();
        int calls = 2_000;
        var admissions = new ArrayList<CompletionStage<AdmitResult>>();
        try (var client = RedisClient.create(stack.redisUri());
                var connection = client.connect()) {
            var redis = connection.sync();
            for (int i = 0; i < calls; i++) {
                admissions.add(store.admit(Samples.admission("r" + i, path, 1)));
                if (i % 200 == 100) {
                    redis.clientKill(KillArgs.Builder.typeNormal().skipme());
                }
            }
            var answers =
                    admissions.stream().flatMap(stage -> answer(stage).stream()).toList();
            await().atMost(Duration.ofSeconds(20)).until(this::answers);
            assertThat(answers)
                    .hasSizeBetween(1, calls - 1)
                    .as("what Redis gets for the second time it calls a duplicate")
                    .hasOnlyElementsOfType(AdmitResult.Admitted.class);
            assertThat(account().executions()).isBetween((long) answers.size(), (long) calls);
        }
    }

    private void assertFailsInBound(String reservation) {
        long start = System.nanoTime();
        var call = store.admit(Samples.admission(reservation, path, 1));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(COMMAND_TIMEOUT);
        assertThat(RedisKit.failure(call)).isInstanceOf(StoreUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    }

    /** Empty if the call has failed. */
    private static Optional<AdmitResult> answer(CompletionStage<AdmitResult> stage) {
        return stage.handle((result, failure) -> Optional.ofNullable(result))
                .toCompletableFuture()
                .join();
    }

    private boolean answers() {
        return store.inspect(path.get(0))
                .handle((found, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    private void seedAll() {
        path.forEach(key -> RedisKit.get(store.apply(Samples.seed(key, 1, 1_000_000))));
    }

    private LedgerSync.StoredAccount account() {
        return RedisKit.get(store.inspect(path.get(0))).orElseThrow();
    }

    private static LettuceQuotaStore connect(StoreSettings settings) {
        return LettuceQuotaStore.connect(settings, Samples.SERDE);
    }
}
