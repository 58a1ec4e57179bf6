package io.quotaledger.quotastore;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EpollProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to Redis. It comes up by itself, at the start and after every loss; while it is down, commands
 * fail at once. A command is never sent twice: what is under way when the connection is lost fails.
 */
final class RedisLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    private static final Duration RECONNECT_AT_LEAST = Duration.ofMillis(20);
    private static final Duration RECONNECT_AT_MOST = Duration.ofSeconds(1);
    private static final Duration KEEP_ALIVE_IDLE = Duration.ofSeconds(5);
    private static final Duration KEEP_ALIVE_INTERVAL = Duration.ofSeconds(1);
    private static final int KEEP_ALIVE_PROBES = 3;
    private static final Duration TCP_USER_TIMEOUT = Duration.ofSeconds(5);
    private static final int FLUSH_AFTER = 256;
    private static final Duration CLOSE_AT_MOST = Duration.ofSeconds(2);

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private volatile @Nullable StatefulRedisConnection<String, byte[]> connection;
    private volatile boolean closed;

    private RedisLink(StoreSettings settings) {
        this.uri = RedisURI.create(settings.uri());
        uri.setTimeout(settings.connectTimeout());
        this.resources = DefaultClientResources.builder()
                .reconnectDelay(Delay.fullJitter(RECONNECT_AT_LEAST, RECONNECT_AT_MOST, 1, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(new GroupFlushes())
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(options(settings, uri.getSocket() == null));
    }

    /** Waits until the first try to connect is over; goes on trying in the background if it failed. */
    static RedisLink open(StoreSettings settings) {
        var link = new RedisLink(settings);
        link.connect().join();
        return link;
    }

    /**
     * Commands on the connection.
     *
     * @throws StoreUnavailableException if there has been no connection yet
     */
    RedisAsyncCommands<String, byte[]> commands() {
        var current = connection;
        if (current == null) {
            throw new StoreUnavailableException("not connected to Redis yet", null);
        }
        return current.async();
    }

    @Override
    public void close() {
        closed = true;
        long atMost = CLOSE_AT_MOST.toMillis();
        client.shutdownAsync(0, atMost, TimeUnit.MILLISECONDS).join();
        resources.shutdown(0, atMost, TimeUnit.MILLISECONDS).awaitUninterruptibly(atMost);
    }

    /** Ends, without an exception, when this try is over. */
    private CompletableFuture<Void> connect() {
        return client.connectAsync(CODEC, uri).toCompletableFuture().handle((connected, failure) -> {
            if (failure == null) {
                connection = connected;
            } else if (!closed) {
                LOG.warn(
                        "no connection to Redis yet, trying again: {}",
                        cause(failure).toString());
                CompletableFuture.delayedExecutor(RECONNECT_AT_MOST.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(this::connectAgain);
            }
            return null;
        });
    }

    private void connectAgain() {
        if (!closed) {
            var unused = connect();
        }
    }

    /** What a stage failed with. */
    static Throwable cause(Throwable failure) {
        var inner = failure.getCause();
        return failure instanceof CompletionException && inner != null ? inner : failure;
    }

    /**
     * The client's own bound is a second line behind {@link Gate}: beyond it the client logs a stack trace a command.
     */
    private static ClientOptions options(StoreSettings settings, boolean tcp) {
        return ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(2 * settings.requestQueueSize())
                .timeoutOptions(TimeoutOptions.enabled(settings.commandTimeout()))
                .socketOptions(socketOptions(settings, tcp))
                .build();
    }

    private static SocketOptions socketOptions(StoreSettings settings, boolean tcp) {
        var options = SocketOptions.builder().connectTimeout(settings.connectTimeout());
        if (tcp) {
            options.keepAlive(SocketOptions.KeepAliveOptions.builder()
                    .enable()
                    .idle(KEEP_ALIVE_IDLE)
                    .interval(KEEP_ALIVE_INTERVAL)
                    .count(KEEP_ALIVE_PROBES)
                    .build());
        }
        if (tcp && EpollProvider.isAvailable()) {
            options.tcpUserTimeout(SocketOptions.TcpUserTimeoutOptions.builder()
                    .enable()
                    .tcpUserTimeout(TCP_USER_TIMEOUT)
                    .build());
        }
        return options.build();
    }

    /** Writes that are under way together leave in one system call. */
    private static final class GroupFlushes implements NettyCustomizer {
        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_AFTER, true));
        }
    }
}
