package io.quotaledger.benchmarks.ledger;

import io.lettuce.core.RedisClient;
import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.compare.Series;
import io.quotaledger.benchmarks.compare.Target;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Seed;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.avro.UpdateReason;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** R15, without the gateway: memory for 100,000 accounts. */
record MemoryRow(Restarts restarts) implements Row {
    private static final int ACCOUNTS = 100_000;
    private static final double BYTES_OF_A_MEBIBYTE = 1 << 20;
    private static final String UNIT = "MiB";

    @Override
    public String id() {
        return "R15";
    }

    @Override
    public String title() {
        return "memory for 100,000 accounts: the ledger's process, Redis";
    }

    @Override
    public List<Finding> measure(Effort effort) {
        return List.of(
                printed(
                        "ledger: resident for 100,000 accounts",
                        restarts.get(effort).mebibytes()),
                printed("Redis: used_memory for 100,000 accounts", redis(effort.of(ACCOUNTS))));
    }

    private Finding printed(String what, double mebibytes) {
        return Finding.alone(id(), what, UNIT, new Series("grown by", List.of(mebibytes)), Target.none());
    }

    /** Seeds accounts as the ledger does. */
    private static double redis(long accounts) {
        try (var stack = LocalStack.builder().withRedis().start();
                var store = LettuceQuotaStore.connect(
                        StoreSettings.of(stack.redisUri())
                                .withCommandTimeout(Duration.ofMinutes(1))
                                .withRequestQueueSize(ACCOUNTS),
                        AvroSerde.forTopics(Map.of("schema.registry.url", "mock://memory")));
                var client = RedisClient.create(stack.redisUri());
                var connection = client.connect()) {
            long before = usedMemory(connection.sync().info("memory"));
            LongStream.range(0, accounts)
                    .mapToObj(number -> store.apply(seed(number)).toCompletableFuture())
                    .toList()
                    .forEach(CompletableFuture::join);
            long grown = usedMemory(connection.sync().info("memory")) - before;
            return grown / BYTES_OF_A_MEBIBYTE * ACCOUNTS / accounts;
        }
    }

    private static StoreUpdate seed(long number) {
        var key = new AccountKey("org-" + number / 100, Level.KEY, "chat/k" + number % 100, "tokens", "-");
        return StoreUpdate.newBuilder()
                .setTenantId(key.tenantId())
                .setAccount(key.toRef())
                .setEpoch(1L)
                .setReason(UpdateReason.SEED_REQUESTED)
                .setEventId("seed-" + number)
                .setSeed(new Seed(1_000_000L, 2_000L, 500_000L, null, false))
                .build();
    }

    private static long usedMemory(String info) {
        return info.lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring("used_memory:".length()).trim()))
                .findFirst()
                .orElseThrow();
    }
}
