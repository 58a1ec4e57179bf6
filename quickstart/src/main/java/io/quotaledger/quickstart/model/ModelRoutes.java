package io.quotaledger.quickstart.model;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/** Answers calls as their scripts say. A delivery is on record before its first byte leaves. */
public final class ModelRoutes {
    /** So that what was sent is read before the end of the connection is seen. */
    private static final Duration BEFORE_CUT = Duration.ofMillis(30);

    private static final String JSON = "application/json";
    private static final String UNSCRIPTED = "call-";

    private final Deliveries deliveries;
    private final List<String> models;
    private final AtomicLong unscripted = new AtomicLong();

    /**
     * Routes over the given books.
     *
     * @param models names that {@code /v1/models} lists; others are answered as well
     */
    public ModelRoutes(Deliveries deliveries, List<String> models) {
        this.deliveries = deliveries;
        this.models = List.copyOf(models);
    }

    /** Adds the routes to a server. */
    public void addTo(HttpServerRoutes routes) {
        routes.get("/v1/models", (request, response) -> json(response, 200, Answers.models(models)))
                .get("/admin/deliveries", (request, response) -> json(response, 200, statements()))
                .post("/v1/chat/completions", (request, response) -> read(request, response, this::chat))
                .post("/v1/embeddings", (request, response) -> read(request, response, this::embeddings));
    }

    private interface Answering {
        Publisher<Void> answer(ModelRequest request, HttpServerResponse response);
    }

    private Publisher<Void> read(HttpServerRequest request, HttpServerResponse response, Answering answering) {
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .flatMap(body -> {
                    ModelRequest call;
                    try {
                        call = ModelRequest.of(body, request.requestHeaders().get(Script.HEADER), newCallId());
                    } catch (IllegalArgumentException e) {
                        return Mono.from(json(response, 400, Answers.error(400)));
                    }
                    return Mono.from(answering.answer(call, response));
                });
    }

    private Publisher<Void> chat(ModelRequest request, HttpServerResponse response) {
        var script = request.script();
        var content = Answers.content(script.tokens().output());
        return switch (script.ending()) {
            case ERROR -> fail(request, response);
            case CUT_BEFORE_ANSWER -> hangUp(request, response);
            case CUT_AFTER_CONTENT -> breakOff(request, response, content);
            case COMPLETE, NO_USAGE ->
                request.stream() ? stream(request, response, content) : plain(request, response, content);
        };
    }

    private Publisher<Void> plain(ModelRequest request, HttpServerResponse response, String content) {
        var usage = reported(request);
        record(request, 200, content.length(), usage);
        return after(request.script().delay(), json(response, 200, Answers.chat(request, content, usage)));
    }

    private Publisher<Void> stream(ModelRequest request, HttpServerResponse response, String content) {
        var usage = request.includeUsage() ? reported(request) : null;
        record(request, 200, content.length(), usage);
        var events = Answers.contentEvents(request, content);
        var rest = new ArrayList<>(events.subList(1, events.size()));
        rest.addAll(Answers.lastEvents(request, usage));
        var pause = request.script().delay();
        var later = Flux.fromIterable(rest);
        return sse(response)
                .send(
                        Flux.concat(Mono.just(events.get(0)), pause.isZero() ? later : later.delaySubscription(pause))
                                .map(ModelRoutes::buffer),
                        buffer -> true);
    }

    private Publisher<Void> embeddings(ModelRequest request, HttpServerResponse response) {
        if (request.script().ending() == Ending.ERROR) {
            return fail(request, response);
        }
        if (request.script().ending() == Ending.CUT_BEFORE_ANSWER) {
            return hangUp(request, response);
        }
        var said = reported(request);
        var usage = said == null ? null : new Tokens(said.prompt(), 0, 0);
        var answer = Answers.embeddings(request, usage);
        record(request, 200, answer.length(), usage);
        return after(request.script().delay(), json(response, 200, answer));
    }

    private Publisher<Void> fail(ModelRequest request, HttpServerResponse response) {
        var status = request.script().status();
        record(request, status, 0, null);
        return after(request.script().delay(), json(response, status, Answers.error(status)));
    }

    private Publisher<Void> hangUp(ModelRequest request, HttpServerResponse response) {
        record(request, 0, 0, null);
        response.withConnection(Connection::dispose);
        return Mono.never();
    }

    private Publisher<Void> breakOff(ModelRequest request, HttpServerResponse response, String content) {
        record(request, 200, content.length(), null);
        Flux<String> part = request.stream()
                ? Flux.fromIterable(Answers.contentEvents(request, content))
                : Flux.just(Answers.chat(request, content, null)).map(text -> text.substring(0, text.length() - 30));
        return (request.stream() ? sse(response) : response.header("Content-Type", JSON))
                .send(part.map(ModelRoutes::buffer), buffer -> true)
                .then()
                .then(Mono.delay(BEFORE_CUT))
                .doOnNext(tick -> response.withConnection(Connection::dispose))
                .then(Mono.never());
    }

    private void record(ModelRequest request, int status, long contentBytes, @Nullable Tokens usage) {
        if (!request.script().callId().startsWith(UNSCRIPTED)) {
            deliveries.record(new Delivery(request.script().callId(), request.model(), status, contentBytes, usage));
        }
    }

    private static @Nullable Tokens reported(ModelRequest request) {
        return request.script().ending() == Ending.NO_USAGE
                ? null
                : request.script().tokens();
    }

    private String newCallId() {
        return UNSCRIPTED + unscripted.incrementAndGet();
    }

    private String statements() {
        return deliveries.all().stream().map(Answers::delivery).collect(Collectors.joining(",", "[", "]"));
    }

    private static Publisher<Void> after(Duration delay, Publisher<Void> answer) {
        return delay.isZero() ? answer : Mono.delay(delay).thenMany(answer);
    }

    private static HttpServerResponse sse(HttpServerResponse response) {
        return response.header("Content-Type", "text/event-stream");
    }

    private static Publisher<Void> json(HttpServerResponse response, int status, String body) {
        var bytes = Answers.utf8(body);
        return response.status(status)
                .header("Content-Type", JSON)
                .header("Content-Length", Integer.toString(bytes.length))
                .sendObject(Mono.just(Unpooled.wrappedBuffer(bytes)));
    }

    private static ByteBuf buffer(String text) {
        return Unpooled.wrappedBuffer(Answers.utf8(text));
    }
}
