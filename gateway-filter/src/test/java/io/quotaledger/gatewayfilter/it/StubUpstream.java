package io.quotaledger.gatewayfilter.it;

import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** A real HTTP server that answers as a test says and remembers what it was asked. */
final class StubUpstream implements AutoCloseable {
    /** What arrived. */
    record Received(String method, String path, Map<String, String> headers, ByteBuffer body) {}

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger closedEarly = new AtomicInteger();
    private final DisposableServer server;
    private volatile BiFunction<Received, HttpServerResponse, Publisher<Void>> answer =
            (request, response) -> response.status(404).send();

    StubUpstream() {
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(this::handle)
                .bindNow();
    }

    int port() {
        return server.port();
    }

    List<Received> received() {
        return received;
    }

    /** Connections that the gateway closed before the answer was complete. */
    int closedEarly() {
        return closedEarly.get();
    }

    /** Answers each request so from now on; forgets what was asked before. */
    void answer(BiFunction<Received, HttpServerResponse, Publisher<Void>> with) {
        received.clear();
        closedEarly.set(0);
        answer = with;
    }

    /** Answers with a body in one piece. */
    void answer(int status, String contentType, String body) {
        answer((request, response) ->
                response.status(status).header("Content-Type", contentType).sendString(Mono.just(body)));
    }

    /** Answers with a stream in pieces. */
    void stream(Duration pause, List<byte[]> pieces) {
        answer((request, response) -> response.header("Content-Type", "text/event-stream")
                .send(paced(pause, pieces).map(Unpooled::wrappedBuffer), piece -> true));
    }

    /** The pieces, with a pause before each but the first. */
    static Flux<byte[]> paced(Duration pause, List<byte[]> pieces) {
        var all = Flux.fromIterable(pieces);
        return pause.isZero()
                ? all
                : all.concatMap(piece -> piece == pieces.get(0)
                        ? Mono.just(piece)
                        : Mono.just(piece).delayElement(pause));
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .flatMap(body -> {
                    var headers = new java.util.TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
                    request.requestHeaders().forEach(header -> headers.put(header.getKey(), header.getValue()));
                    var arrived = new Received(request.method().name(), request.uri(), headers, ByteBuffer.wrap(body));
                    received.add(arrived);
                    return Mono.from(answer.apply(arrived, response)).doOnCancel(closedEarly::incrementAndGet);
                });
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
