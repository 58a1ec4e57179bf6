package io.quotaledger.quotastore;

import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.sync.RedisCommands;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real redis-server for a test class, a store on it whose scripts run at a time of the test's choice, and plain
 * commands.
 */
@SuppressWarnings("NullAway.Init") // JUnit starts it before any test.
final class RedisKit implements BeforeAllCallback, AfterAllCallback {
    private static final List<String> PARTS = List.of("granted", "reserved", "consumed", "epoch", "gen");
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private LocalStack stack;
    private LettuceQuotaStore store;
    private RedisClient client;
    private RedisCommands<String, String> redis;
    private final int outboxLimit;
    private volatile String time = "";

    RedisKit() {
        this(100_000);
    }

    /** With a limit to the outbox of a bucket. */
    RedisKit(int outboxLimit) {
        this.outboxLimit = outboxLimit;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        stack = LocalStack.builder().withRedis().start();
        store = connect(settings -> settings.withOutboxLimit(outboxLimit));
        client = RedisClient.create(stack.redisUri());
        redis = client.connect().sync();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        client.shutdown();
        store.close();
        stack.close();
    }

    /** Another store on the same Redis, with settings of its own. */
    LettuceQuotaStore connect(UnaryOperator<StoreSettings> more) {
        var settings = StoreSettings.of(stack.redisUri()).withCommandTimeout(PATIENT);
        return new LettuceQuotaStore(more.apply(settings), Samples.SERDE, () -> time);
    }

    LocalStack stack() {
        return stack;
    }

    LettuceQuotaStore store() {
        return store;
    }

    RedisCommands<String, String> redis() {
        return redis;
    }

    /** Time of all scripts from now on. */
    void at(long epochMillis) {
        time = Long.toString(epochMillis);
    }

    /** Scripts run at the time of Redis again. */
    void atRedisTime() {
        time = "";
    }

    AdmitResult admit(Admission admission) {
        return get(store.admit(admission));
    }

    CloseResult close(Closing closing) {
        return get(store.close(closing));
    }

    SyncResult apply(StoreUpdate instruction) {
        return get(store.apply(instruction));
    }

    void seedAll(List<AccountKey> accounts, long granted) {
        accounts.forEach(key -> apply(Samples.seed(key, 1, granted)));
    }

    Optional<StoredAccount> inspect(AccountKey key) {
        return get(store.inspect(key));
    }

    StoredAccount account(AccountKey key) {
        return inspect(key).orElseThrow();
    }

    /** A checkpoint's event, if Redis held the account. */
    Optional<StoredEvent> checkpoint(QuotaEvent template) {
        return get(store.checkpoint(template));
    }

    /** The end of an account's life, if it was as expected. */
    Optional<StoredEvent> drop(StoredAccount expected) {
        return get(store.drop(Samples.drop(expected.balance().key()), expected));
    }

    /** The tenant's events in the outbox, oldest first, read and completed as the relay does it. */
    List<QuotaEvent> outbox(String tenant) {
        var outbox = (LettuceOutbox) store.outbox();
        return get(outbox.readUntil(StoreKeys.bucket(tenant), Long.MAX_VALUE, Integer.MAX_VALUE)).stream()
                .map(RedisKit::complete)
                .filter(event -> event.getTenantId().equals(tenant))
                .toList();
    }

    /** Edits one part of an account by hand, as no program of ours would; there must be one. */
    void edit(AccountKey key, String part, String value) {
        var parts = redis.get(StoreKeys.account(key)).split(",", -1);
        parts[PARTS.indexOf(part)] = value;
        redis.set(StoreKeys.account(key), String.join(",", parts), SetArgs.Builder.keepttl());
    }

    /** A relay takes all from the outbox of the tenant's bucket. */
    void emptyOutbox(String tenant) {
        redis.del(StoreKeys.outbox(StoreKeys.bucket(tenant)));
    }

    private static QuotaEvent complete(StreamMessage<String, byte[]> message) {
        var template = (QuotaEvent) Samples.SERDE.fromBytes(Topic.EVENTS, OutboxEntry.template(message));
        return OutboxEntry.of(message).complete(template);
    }

    /** Accounts of the tenant that are noted as having refused. */
    Set<AccountKey> touched(String tenant) {
        return redis.smembers(StoreKeys.touched(StoreKeys.bucket(tenant))).stream()
                .filter(name -> name.startsWith(tenant + ":"))
                .map(StoreKeys::parseQualified)
                .collect(Collectors.toSet());
    }

    /** Everything that Redis holds under the tenant's bucket but {@link #touched}, to show that nothing changed. */
    List<String> dump(String tenant) {
        int bucket = StoreKeys.bucket(tenant);
        return redis.keys("ql:{" + bucket + "}:*").stream()
                .filter(key -> !key.equals(StoreKeys.touched(bucket)))
                .sorted()
                .map(key -> key + " = " + content(key))
                .toList();
    }

    private String content(String key) {
        return switch (redis.type(key)) {
            case "stream" -> redis.xrange(key, Range.unbounded()).toString();
            default -> redis.get(key);
        };
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** What a stage failed with. */
    static Throwable failure(CompletionStage<?> stage) {
        try {
            throw new AssertionError(
                    "did not fail but gave " + stage.toCompletableFuture().join());
        } catch (CompletionException e) {
            return RedisLink.cause(e);
        }
    }
}
