package io.quotaledger.benchmarks.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One connection of the same client with the same tuning as the quota store's, for everything that is not ours. */
final class PlainRedis implements AutoCloseable {
    private static final int FLUSH_AFTER = 256;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> connection;

    PlainRedis(String uri) {
        this.resources = DefaultClientResources.builder()
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(new GroupFlushes())
                .build();
        var address = RedisURI.create(uri);
        address.setTimeout(TIMEOUT);
        this.client = RedisClient.create(resources, address);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build());
        this.connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
    }

    StatefulRedisConnection<String, byte[]> connection() {
        return connection;
    }

    RedisAsyncCommands<String, byte[]> commands() {
        return connection.async();
    }

    /** Empties Redis, but for its scripts. */
    void flush() {
        connection.sync().flushall();
    }

    @Override
    public void close() {
        client.shutdown(0, TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        resources.shutdown(0, TIMEOUT.toSeconds(), TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static final class GroupFlushes implements NettyCustomizer {
        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_AFTER, true));
        }
    }
}
