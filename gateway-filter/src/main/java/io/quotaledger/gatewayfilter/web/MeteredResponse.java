package io.quotaledger.gatewayfilter.web;

import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response whose body a call watches while it passes through, buffer by buffer and unchanged. */
final class MeteredResponse extends ServerHttpResponseDecorator {
    /** Watches a body. */
    interface BodyWatcher {
        /** The body, watched. */
        Flux<DataBuffer> watch(Flux<DataBuffer> body);

        /** Holds the failure of a write back until nothing more is read from the upstream. */
        Mono<Void> afterEnd(Mono<Void> write);
    }

    private final BodyWatcher watcher;

    MeteredResponse(ServerHttpResponse delegate, BodyWatcher watcher) {
        super(delegate);
        this.watcher = watcher;
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return watcher.afterEnd(super.writeWith(watcher.watch(Flux.from(body))));
    }

    /** Each buffer is flushed, as a streaming body asks for. */
    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        Flux<DataBuffer> buffers = Flux.from(body).concatMap(Flux::from, 1);
        var groups = new FlushGroups();
        var grouped = watcher.watch(buffers).map(groups::group).doOnCancel(groups::close);
        return watcher.afterEnd(super.writeAndFlushWith(grouped).doFinally(signal -> groups.close()));
    }
}
