package io.quotaledger.benchmarks.redis;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.Map;

/** A Redis of its own, with our client and a plain one. */
final class RedisBench implements AutoCloseable {
    private final LocalStack stack;
    private final PlainRedis plain;
    private final LettuceQuotaStore store;

    private RedisBench(LocalStack stack) {
        this.stack = stack;
        this.plain = new PlainRedis(stack.redisUri());
        var settings = StoreSettings.of(stack.redisUri())
                .withCommandTimeout(Duration.ofMinutes(1))
                .withRequestQueueSize(100_000)
                .withOutboxLimit(10_000_000);
        this.store = LettuceQuotaStore.connect(
                settings, AvroSerde.forTopics(Map.of("schema.registry.url", "mock://benchmarks")));
    }

    static RedisBench start() {
        return new RedisBench(LocalStack.builder().withRedis().start());
    }

    PlainRedis plain() {
        return plain;
    }

    LettuceQuotaStore store() {
        return store;
    }

    @Override
    public void close() {
        store.close();
        plain.close();
        stack.close();
    }
}
