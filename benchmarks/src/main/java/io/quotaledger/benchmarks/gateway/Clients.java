package io.quotaledger.benchmarks.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.quotaledger.benchmarks.load.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Clients of one server, each with a connection that stays and one call at a time; a call for which no client is free waits for one. All
 * of them are on one event loop, requests are bytes made before, and of answers only status and end are looked at: on a machine that
 * client and server share, what the client takes is taken from the server.
 */
final class Clients {
    private final EventLoop loop;
    // Both are touched by the event loop only.
    private final Queue<Client> free = new ArrayDeque<>();
    private final Queue<Call> waiting = new ArrayDeque<>();

    private record Call(ByteBuf request, CompletableFuture<Integer> status) {}

    /** Connects so many clients to a port on the loopback address. */
    Clients(EventLoop loop, int port, int count) {
        this.loop = loop;
        var bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder(), new Client(channel));
                    }
                });
        for (int i = 0; i < count; i++) {
            bootstrap.connect(InetAddress.getLoopbackAddress(), port).syncUninterruptibly();
        }
    }

    /** Calls that fail if the status of their answer is another one. */
    Operation calls(LongFunction<ByteBuf> requests, int status) {
        return number -> send(requests.apply(number)).thenAccept(answered -> {
            if (answered != status) {
                throw new IllegalStateException("answered with " + answered);
            }
        });
    }

    private CompletionStage<Integer> send(ByteBuf request) {
        var call = new Call(request, new CompletableFuture<>());
        if (loop.inEventLoop()) {
            begin(call);
        } else {
            loop.execute(() -> begin(call));
        }
        return call.status();
    }

    private void begin(Call call) {
        var client = free.poll();
        if (client == null) {
            waiting.add(call);
        } else {
            client.begin(call);
        }
    }

    private final class Client extends SimpleChannelInboundHandler<HttpObject> {
        private final Channel channel;
        private @Nullable Call current;
        private int status;

        Client(Channel channel) {
            this.channel = channel;
        }

        void begin(Call call) {
            current = call;
            channel.writeAndFlush(call.request().duplicate()).addListener(write -> {
                if (!write.isSuccess()) {
                    fail(write.cause());
                }
            });
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            free.add(this);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpResponse response) {
                status = response.status().code();
            }
            if (part instanceof LastHttpContent) {
                end();
            }
        }

        private void end() {
            var ended = current;
            current = null;
            var next = waiting.poll();
            if (next == null) {
                free.add(this);
            } else {
                begin(next);
            }
            if (ended != null) {
                ended.status().complete(status);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            free.remove(this);
            fail(new IOException("the gateway has closed the connection"));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }

        private void fail(Throwable cause) {
            var failed = current;
            current = null;
            if (failed != null) {
                failed.status().completeExceptionally(cause);
            }
        }
    }
}
