package io.quotaledger.gatewayfilter.web;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Mono;

/**
 * Buffers on their way to a response that flushes each. Each is a publisher of its own, and publishers that wait in a queue when the
 * response fails are thrown away without a look at what is in them; so what nobody has subscribed to is released here, and what was
 * taken for a write that is cancelled before it gets it.
 */
final class FlushGroups {
    private final Queue<AtomicReference<@Nullable DataBuffer>> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /** The buffer as a group; whoever comes first has it: the subscriber, or {@link #close}. */
    Mono<DataBuffer> group(DataBuffer buffer) {
        var held = new AtomicReference<@Nullable DataBuffer>(buffer);
        waiting.add(held);
        if (closed) {
            close();
        }
        return Mono.fromSupplier(() -> {
                    waiting.remove(held);
                    return held.getAndSet(null);
                })
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
    }

    /** Releases what nobody has subscribed to. */
    void close() {
        closed = true;
        for (var held = waiting.poll(); held != null; held = waiting.poll()) {
            DataBufferUtils.release(held.getAndSet(null));
        }
    }
}
