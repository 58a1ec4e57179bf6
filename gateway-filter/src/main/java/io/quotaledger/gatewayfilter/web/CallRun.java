package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.prepay.Hold;
import io.quotaledger.gatewayfilter.problem.ProblemWriter;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One request on its way. It runs by itself, apart from the client's subscription: when the client goes away, a hold under way is
 * not forgotten and an answer under way is read to its end.
 */
final class CallRun {
    private static final Logger LOG = LoggerFactory.getLogger(CallRun.class);

    private final PrepaidCalls calls;
    private final ServerWebExchange exchange;
    private final CallOptions options;
    private final Function<ServerWebExchange, Mono<Void>> chain;
    private final Disposable.Swap running = reactor.core.Disposables.swap();
    private volatile boolean clientGone;
    private volatile @Nullable MeteredCall metered;

    CallRun(
            PrepaidCalls calls,
            ServerWebExchange exchange,
            CallOptions options,
            Function<ServerWebExchange, Mono<Void>> chain) {
        this.calls = calls;
        this.exchange = exchange;
        this.options = options;
        this.chain = chain;
    }

    void start(MonoSink<Void> client) {
        client.onCancel(this::onClientGone);
        running.update(Mono.defer(this::run)
                .onErrorResume(RefusedException.class, this::refuse)
                .contextWrite(client.contextView())
                .subscribe(unused -> {}, error -> fail(client, error), client::success));
    }

    private void fail(MonoSink<Void> client, Throwable error) {
        if (clientGone) {
            LOG.debug("A call failed whose client has gone", error);
        } else {
            client.error(error);
        }
    }

    private Mono<Void> run() {
        var request = exchange.getRequest();
        var caller = calls.identify(request);
        return calls.bodies().read(request).flatMap(body -> {
            var call = calls.price(caller, request, options, body);
            var began = Instant.now();
            return calls.prepayer()
                    .prepay(call)
                    .publishOn(RequestLoop.of(request))
                    .flatMap(hold -> {
                        calls.observer().admitted(how(hold), Duration.between(began, Instant.now()));
                        return forward(hold, body);
                    });
        });
    }

    private static String how(Hold hold) {
        return hold.bypassed() ? "bypassed" : hold.overage() ? "overage" : "admitted";
    }

    /**
     * Never answers while the server is still handing the request over: Reactor Netty 1.3.6 and 1.3.7 stop reading from a connection
     * whose request waited for the one before and is answered at once (reactor-netty issue 4361).
     */
    private Mono<Void> refuse(RefusedException refusal) {
        calls.observer().refused(refusal.problem().code());
        return ProblemWriter.write(exchange.getResponse(), refusal.problem())
                .subscribeOn(RequestLoop.of(exchange.getRequest()));
    }

    private Mono<Void> forward(Hold hold, byte[] body) {
        var call = new MeteredCall(calls, hold, exchange.getResponse(), running);
        metered = call;
        if (clientGone) {
            call.end(Failures.CANCELLED);
            return Mono.empty();
        }
        var response = exchange.getResponse();
        response.beforeCommit(
                () -> Mono.fromRunnable(() -> QuotaHeaders.set(response.getHeaders(), hold, Instant.now())));
        var forwarded = exchange.mutate()
                .request(calls.forUpstream(exchange.getRequest(), options, body))
                .response(new MeteredResponse(response, call))
                .build();
        return Mono.defer(() -> chain.apply(forwarded))
                .doOnError(error -> call.end(Failures.reason(error)))
                .doOnSuccess(unused -> call.endOfChain());
    }

    private void onClientGone() {
        clientGone = true;
        var call = metered;
        if (call != null) {
            call.onClientGone();
        }
    }
}
