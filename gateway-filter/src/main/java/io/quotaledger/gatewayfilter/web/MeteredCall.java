package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.metering.Delivery;
import io.quotaledger.gatewayfilter.prepay.Hold;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * A call that holds a reservation. Closes it exactly once: when the body ends or breaks off, when the chain ends without one, or when an
 * upstream whose client has gone is read no further.
 */
final class MeteredCall implements MeteredResponse.BodyWatcher {
    private final PrepaidCalls calls;
    private final Hold hold;
    private final Delivery delivery;
    private final Disposable chain;
    private final ServerHttpResponse response;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Sinks.Empty<Void> end = Sinks.empty();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final Disposable.Swap drainTimer = Disposables.swap();
    private volatile @Nullable DrainingFlux body;
    private volatile boolean began;
    private long drainedBytes;

    /**
     * For a hold.
     *
     * @param chain what to dispose of to leave the upstream
     */
    MeteredCall(PrepaidCalls calls, Hold hold, ServerHttpResponse response, Disposable chain) {
        this.calls = calls;
        this.hold = hold;
        this.delivery = new Delivery(hold.call());
        this.response = response;
        this.chain = chain;
    }

    @Override
    public Flux<DataBuffer> watch(Flux<DataBuffer> source) {
        begin();
        var watched = new DrainingFlux(source, new Watcher());
        body = watched;
        if (gone.get()) {
            watched.drain();
        }
        return watched;
    }

    /** A write fails when the client goes away; the chain must not learn of it before the upstream is drained, or it closes the upstream. */
    @Override
    public Mono<Void> afterEnd(Mono<Void> write) {
        return write.onErrorResume(error -> {
            onClientGone();
            return end.asMono().then(Mono.error(error));
        });
    }

    /** The chain has ended; if there was no body, the call has ended with it. */
    void endOfChain() {
        if (!began) {
            begin();
            end(null);
        }
    }

    /** Reads the upstream to its end within the limits. */
    void onClientGone() {
        if (ended.get() || !gone.compareAndSet(false, true)) {
            return;
        }
        delivery.clientGone();
        var time = calls.drainLimits().time();
        if (time.isZero()) {
            leave();
            return;
        }
        drainTimer.update(Schedulers.parallel().schedule(this::leave, time.toMillis(), TimeUnit.MILLISECONDS));
        var current = body;
        if (current != null) {
            current.drain();
        }
        if (ended.get()) {
            drainTimer.dispose();
        }
    }

    /**
     * Closes the reservation at what was delivered until now.
     *
     * @param failure a stable word for why there will be no more; null if there is no more to come
     */
    void end(@Nullable String failure) {
        if (ended.compareAndSet(false, true)) {
            drainTimer.dispose();
            var ending = delivery.end(failure);
            calls.settler().close(hold, ending);
            calls.observer().ended(ending.charge(), Duration.between(hold.startedAt(), Instant.now()));
            end.tryEmitEmpty();
            if (gone.get()) {
                chain.dispose();
            }
        }
    }

    private void leave() {
        end(Failures.CANCELLED);
        var current = body;
        if (current != null) {
            current.stop();
        }
    }

    private void begin() {
        began = true;
        HttpStatusCode status = response.getStatusCode();
        delivery.begin(status == null ? 200 : status.value(), response.getHeaders());
    }

    private final class Watcher implements DrainingFlux.Observer {
        @Override
        public void onBuffer(DataBuffer buffer) {
            try (var parts = buffer.readableByteBuffers()) {
                while (parts.hasNext()) {
                    ByteBuffer part = parts.next();
                    drainedBytes += gone.get() ? part.remaining() : 0;
                    delivery.read(part);
                }
            }
            if (drainedBytes > calls.drainLimits().bytes()) {
                leave();
            }
        }

        @Override
        public void onAbandoned() {
            onClientGone();
        }

        @Override
        public void onEnd(@Nullable Throwable error) {
            end(error == null ? null : Failures.reason(error));
        }
    }
}
