package io.quotaledger.benchmarks.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What the gateways forward to: gives each class of calls its answer at once, at the least cost. */
final class Upstream implements AutoCloseable {
    private final Map<CallClass, ByteBuf> answers = new EnumMap<>(CallClass.class);
    private final Channel server;

    /** Listens on the loopback address. */
    Upstream(EventLoopGroup loops) {
        for (var call : CallClass.values()) {
            answers.put(call, call.answer());
        }
        this.server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpRequestDecoder(), new Answers());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
    }

    private final class Answers extends SimpleChannelInboundHandler<HttpObject> {
        private CallClass called = CallClass.CHAT;

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpRequest request) {
                called = CallClass.of(request);
            }
            if (part instanceof LastHttpContent) {
                var unused = context.writeAndFlush(
                        Objects.requireNonNull(answers.get(called)).duplicate());
            }
        }
    }
}
