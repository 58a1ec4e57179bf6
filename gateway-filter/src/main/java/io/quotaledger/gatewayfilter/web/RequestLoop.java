package io.quotaledger.gatewayfilter.web;

import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * Where the chain of a request goes on after an answer of the store: on the event loop of the request's connection, where it began
 * and where its response is written, so that no other thread has to be woken for it. Never within the caller, also if that is this
 * event loop.
 */
final class RequestLoop {
    private static final boolean IS_REACTOR_NETTY =
            ClassUtils.isPresent("reactor.netty.Connection", RequestLoop.class.getClassLoader());

    private RequestLoop() {}

    /** The event loop; a shared scheduler on servers other than Reactor Netty. */
    static Scheduler of(ServerHttpRequest request) {
        return IS_REACTOR_NETTY ? ReactorNetty.loop(request) : Schedulers.parallel();
    }

    /** Is loaded only where its classes are. */
    private static final class ReactorNetty {
        static Scheduler loop(ServerHttpRequest request) {
            Object connection = ServerHttpRequestDecorator.getNativeRequest(request);
            if (connection instanceof Connection netty) {
                return Schedulers.fromExecutor(netty.channel().eventLoop(), true);
            }
            return Schedulers.parallel();
        }
    }
}
