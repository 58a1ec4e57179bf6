package io.quotaledger.quickstart.workload;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.opening.Caller;
import io.quotaledger.quickstart.workload.CallResult.Kind;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.json.JsonMapper;

/** Sends calls to the gateway, each once, from a number of clients that send the next when they have the last answer. */
public final class Traffic {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final String REFUSAL = "urn:quota:problem:";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI gateway;
    private final Map<Caller, String> secrets;
    private final boolean scripted;

    /**
     * Traffic to a gateway.
     *
     * @param secrets API keys
     * @param scripted tell the model server what to do
     */
    public Traffic(URI gateway, Map<Caller, String> secrets, boolean scripted) {
        this.gateway = gateway;
        this.secrets = Map.copyOf(secrets);
        this.scripted = scripted;
    }

    /**
     * Sends all and returns when the last has its answer.
     *
     * @param clients calls under way at a time
     * @param listener called from several threads, once a call
     */
    public void send(List<PlannedCall> calls, int clients, Consumer<CallResult> listener) {
        send(Flux.fromIterable(calls), clients, listener);
    }

    /** The same with calls that are made up, or held back, on the way. */
    public void send(Flux<PlannedCall> calls, int clients, Consumer<CallResult> listener) {
        var connections = ConnectionProvider.builder("clients")
                .maxConnections(clients)
                .pendingAcquireMaxCount(-1)
                .build();
        // Without this the client itself would repeat a call whose connection was reset.
        var http = HttpClient.create(connections).disableRetry(true).responseTimeout(ANSWER_LIMIT);
        try {
            calls.flatMap(call -> send(http, call).doOnNext(listener), clients).blockLast();
        } finally {
            connections.disposeLater().block(ANSWER_LIMIT);
        }
    }

    private Mono<CallResult> send(HttpClient http, PlannedCall call) {
        return Mono.defer(() -> {
            long started = System.nanoTime();
            return http.headers(headers -> addHeaders(headers, call))
                    .post()
                    .uri(gateway + call.path())
                    .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(CallBody.of(call))))
                    .response((response, body) -> read(call, response, body))
                    .single()
                    .onErrorResume(error -> Mono.just(new CallResult(call, Kind.BROKEN, 0, "", 0)))
                    .map(result -> new CallResult(
                            call,
                            result.kind(),
                            result.status(),
                            result.reason(),
                            (System.nanoTime() - started) / 1_000));
        });
    }

    private void addHeaders(HttpHeaders headers, PlannedCall call) {
        var secret = call.habit() == Habit.WRONG_KEY ? "nobody" : Objects.requireNonNull(secrets.get(call.caller()));
        headers.set("Authorization", "Bearer " + secret).set("Content-Type", "application/json");
        headers.set("traceparent", call.traceParent());
        if (scripted) {
            headers.set(Script.HEADER, call.script().toHeader());
        }
    }

    private static Mono<CallResult> read(PlannedCall call, HttpClientResponse response, ByteBufFlux body) {
        int status = response.status().code();
        var type = response.responseHeaders().get("Content-Type", "");
        if (type.startsWith("application/problem+json")) {
            return body.aggregate()
                    .asString()
                    .map(text -> JSON.readTree(text).path("type").asString(""))
                    .map(problem -> problem.startsWith(REFUSAL)
                            ? new CallResult(call, Kind.REFUSED, status, problem.substring(REFUSAL.length()), 0)
                            : new CallResult(call, Kind.ANSWERED, status, "", 0));
        }
        if (call.habit() == Habit.LEAVES && status == 200) {
            return body.next().map(part -> new CallResult(call, Kind.LEFT, status, "", 0));
        }
        return body.map(ByteBuf::readableBytes)
                .then(Mono.fromSupplier(() -> new CallResult(call, Kind.ANSWERED, status, "", 0)));
    }
}
