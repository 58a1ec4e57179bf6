package io.quotaledger.gatewayfilter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.BaseSubscriber;

class FlushGroupsTest {
    private static final int RACES = 50_000;

    private final NettyDataBufferFactory factory = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);

    /** The response fails on one thread while the next group is being written on another. */
    @Test
    void shouldReleaseTheBufferWhenTheWriteIsCancelledWhileItIsTaken() throws Exception {
        var buffers = new ArrayList<ByteBuf>();
        var barrier = new CyclicBarrier(2);
        var canceller = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < RACES; i++) {
                var buffer = UnpooledByteBufAllocator.DEFAULT.heapBuffer(1).writeByte(i);
                buffers.add(buffer);
                var groups = new FlushGroups();
                var write = new Write();
                groups.group(factory.wrap(buffer)).subscribe(write);
                var cancelled = canceller.submit(() -> {
                    barrier.await();
                    write.cancel();
                    return true;
                });
                barrier.await();
                write.request(1);
                assertThat(cancelled.get(10, TimeUnit.SECONDS)).isTrue();
                groups.close();
            }
        } finally {
            canceller.shutdown();
        }

        assertThat(buffers.stream().filter(buffer -> buffer.refCnt() != 0).count())
                .as("buffers that nobody released")
                .isZero();
    }

    /** Releases what it gets, as a channel does that has written it. */
    private static final class Write extends BaseSubscriber<DataBuffer> {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Asks when the test does.
        }

        @Override
        protected void hookOnNext(DataBuffer buffer) {
            DataBufferUtils.release(buffer);
        }
    }
}
