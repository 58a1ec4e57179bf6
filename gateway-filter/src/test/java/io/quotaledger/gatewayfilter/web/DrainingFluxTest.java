package io.quotaledger.gatewayfilter.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

class DrainingFluxTest {
    private final NettyDataBufferFactory factory = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
    private final Sinks.Many<DataBuffer> source = Sinks.many().unicast().onBackpressureBuffer();
    private final List<String> log = new ArrayList<>();
    private final List<ByteBuf> sent = new ArrayList<>();
    private final DrainingFlux body = new DrainingFlux(source.asFlux(), new LoggingObserver());
    private final BaseSubscriber<DataBuffer> client = new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            request(1);
        }

        @Override
        protected void hookOnNext(DataBuffer buffer) {
            log.add("client " + buffer.toString(UTF_8));
            DataBufferUtils.release(buffer);
            request(1);
        }

        @Override
        protected void hookOnComplete() {
            log.add("client complete");
        }
    };

    @Test
    void shouldPassBuffersOnAndShowThemToTheObserver() {
        body.subscribe(client);
        send("a");
        source.tryEmitComplete();

        assertThat(log).containsExactly("saw a", "client a", "end null", "client complete");
        assertAllReleased();
    }

    @Test
    void shouldReadOnAndReleaseWhenTheClientLeaves() {
        body.subscribe(client);
        send("a");
        client.cancel();
        send("b");
        send("c");
        source.tryEmitComplete();

        assertThat(log).startsWith("saw a", "client a", "abandoned", "saw b", "saw c", "end null");
        assertThat(log).doesNotContain("client b", "client c");
        assertAllReleased();
    }

    @Test
    void shouldReadWithoutTheClientWhenToldToDrainBeforeItBegins() {
        body.drain();
        body.subscribe(client);
        send("a");
        source.tryEmitComplete();

        assertThat(log).startsWith("saw a", "end null").doesNotContain("client a");
        assertAllReleased();
    }

    @Test
    void shouldLeaveTheUpstreamWhenStopped() {
        body.subscribe(client);
        client.cancel();
        body.stop();

        assertThat(source.tryEmitNext(factory.wrap("late".getBytes(UTF_8)))).isEqualTo(Sinks.EmitResult.FAIL_CANCELLED);
    }

    @Test
    void shouldReleaseGroupsThatNobodyTook() {
        var groups = new FlushGroups();
        var taken = groups.group(buffer("a"));
        var waiting = groups.group(buffer("b"));
        DataBufferUtils.release(taken.block());
        groups.close();

        assertThat(waiting.block()).isNull();
        assertThat(groups.group(buffer("late")).block()).isNull();
        assertAllReleased();
    }

    private void send(String text) {
        source.tryEmitNext(buffer(text)).orThrow();
    }

    private DataBuffer buffer(String text) {
        var buffer = UnpooledByteBufAllocator.DEFAULT.buffer().writeBytes(text.getBytes(UTF_8));
        sent.add(buffer);
        return factory.wrap(buffer);
    }

    private void assertAllReleased() {
        assertThat(sent).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
    }

    private final class LoggingObserver implements DrainingFlux.Observer {
        @Override
        public void onBuffer(DataBuffer buffer) {
            log.add("saw " + buffer.toString(UTF_8));
        }

        @Override
        public void onAbandoned() {
            log.add("abandoned");
        }

        @Override
        public void onEnd(@Nullable Throwable error) {
            log.add("end " + error);
        }
    }
}
