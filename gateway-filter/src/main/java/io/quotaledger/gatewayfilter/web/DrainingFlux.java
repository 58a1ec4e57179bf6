package io.quotaledger.gatewayfilter.web;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * A response body that goes on when nobody takes it any more: after the downstream cancels, the rest is read from the upstream, shown
 * to the observer and released. For one subscriber.
 */
final class DrainingFlux extends Flux<DataBuffer> {
    /** Sees the body pass by. */
    interface Observer {
        /** The next buffer; not to be kept or consumed. */
        void onBuffer(DataBuffer buffer);

        /** The downstream takes no more. */
        void onAbandoned();

        /** The upstream is at its end; with an error if it broke off. */
        void onEnd(@Nullable Throwable error);
    }

    private final Flux<DataBuffer> source;
    private final Observer observer;
    private volatile @Nullable Relay relay;
    private volatile boolean drainFromStart;

    DrainingFlux(Flux<DataBuffer> source, Observer observer) {
        this.source = source;
        this.observer = observer;
    }

    /** From now on everything is drained, whether or not the downstream has cancelled. */
    void drain() {
        drainFromStart = true;
        var current = relay;
        if (current != null) {
            current.drain();
        }
    }

    /** Reads no further. */
    void stop() {
        var current = relay;
        if (current != null) {
            current.stop();
        }
    }

    @Override
    public void subscribe(CoreSubscriber<? super DataBuffer> downstream) {
        var current = new Relay(downstream);
        relay = current;
        source.subscribe(current);
    }

    private final class Relay implements CoreSubscriber<DataBuffer>, Subscription {
        private final CoreSubscriber<? super DataBuffer> downstream;
        private final AtomicBoolean draining = new AtomicBoolean();
        private volatile @Nullable Subscription upstream;

        Relay(CoreSubscriber<? super DataBuffer> downstream) {
            this.downstream = downstream;
        }

        void drain() {
            var current = upstream;
            if (current != null && draining.compareAndSet(false, true)) {
                current.request(Long.MAX_VALUE);
            }
        }

        void stop() {
            draining.set(true);
            var current = upstream;
            if (current != null) {
                current.cancel();
            }
        }

        @Override
        public Context currentContext() {
            return downstream.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            upstream = subscription;
            downstream.onSubscribe(this);
            if (drainFromStart) {
                drain();
            }
        }

        @Override
        public void onNext(DataBuffer buffer) {
            observer.onBuffer(buffer);
            if (draining.get()) {
                DataBufferUtils.release(buffer);
            } else {
                downstream.onNext(buffer);
            }
        }

        @Override
        public void onError(Throwable error) {
            observer.onEnd(error);
            downstream.onError(error);
        }

        @Override
        public void onComplete() {
            observer.onEnd(null);
            downstream.onComplete();
        }

        @Override
        public void request(long n) {
            var current = upstream;
            if (current != null && !draining.get()) {
                current.request(n);
            }
        }

        @Override
        public void cancel() {
            observer.onAbandoned();
            drain();
        }
    }
}
