package io.quotaledger.gatewayfilter.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.identity.ApiKeys;
import io.quotaledger.gatewayfilter.identity.Caller;
import io.quotaledger.gatewayfilter.identity.Sha256;
import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.gatewayfilter.outage.OutageRule;
import io.quotaledger.gatewayfilter.prepay.Prepayer;
import io.quotaledger.gatewayfilter.prepay.PricedCall;
import io.quotaledger.gatewayfilter.pricing.Tariff;
import io.quotaledger.gatewayfilter.request.BodyReader;
import io.quotaledger.gatewayfilter.request.Estimate;
import io.quotaledger.gatewayfilter.request.RequestFacts;
import io.quotaledger.gatewayfilter.request.RequestParser;
import io.quotaledger.gatewayfilter.settle.Settler;
import io.quotaledger.schemas.avro.Call;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Makes a request a prepaid call: identity, estimate, hold, upstream, settlement. What every filter of this module does; a request
 * that passes through two of them is charged once.
 */
public final class PrepaidCalls {
    private static final String APPLIED = PrepaidCalls.class.getName() + ".applied";
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String EMBEDDINGS = "/embeddings";

    private final ConfigView config;
    private final ApiKeys apiKeys;
    private final BodyReader bodies;
    private final Prepayer prepayer;
    private final Settler settler;
    private final DrainLimits drainLimits;
    private final OutageRule outage;
    private final QuotaObserver observer;

    /**
     * Puts the steps together.
     *
     * @param outage what becomes of calls that the store cannot decide on, unless their route or plan says
     */
    public PrepaidCalls(
            ConfigView config,
            ApiKeys apiKeys,
            BodyReader bodies,
            Prepayer prepayer,
            Settler settler,
            DrainLimits drainLimits,
            OutageRule outage,
            QuotaObserver observer) {
        this.config = config;
        this.apiKeys = apiKeys;
        this.bodies = bodies;
        this.prepayer = prepayer;
        this.settler = settler;
        this.drainLimits = drainLimits;
        this.outage = outage;
        this.observer = observer;
    }

    /**
     * Makes a call.
     *
     * @param chain the rest of the chain, which leads to the upstream
     */
    public Mono<Void> call(
            ServerWebExchange exchange, CallOptions options, Function<ServerWebExchange, Mono<Void>> chain) {
        if (exchange.getAttributes().putIfAbsent(APPLIED, true) != null) {
            return chain.apply(exchange);
        }
        return Mono.create(sink -> new CallRun(this, exchange, options, chain).start(sink));
    }

    Caller identify(ServerHttpRequest request) {
        return apiKeys.caller(request.getHeaders());
    }

    BodyReader bodies() {
        return bodies;
    }

    Prepayer prepayer() {
        return prepayer;
    }

    Settler settler() {
        return settler;
    }

    DrainLimits drainLimits() {
        return drainLimits;
    }

    QuotaObserver observer() {
        return observer;
    }

    /** A request without a body, or on a route that says so, is charged per call; any other by its tokens. */
    PricedCall price(Caller caller, ServerHttpRequest request, CallOptions options, byte[] body) {
        var plan = caller.plan();
        String digest = digest(request, body);
        String trace = traceParent(request);
        var rule = OutageRule.of(outage, options.outage(), plan.getOutage());
        if (options.perCall() || body.length == 0) {
            var tariff = Tariff.perCall(plan);
            return new PricedCall(caller, call(caller, options, "", tariff), tariff, null, digest, trace, rule);
        }
        RequestFacts facts = RequestParser.parse(body);
        var prices = config.priceList(plan.getPriceBookId()).orElse(null);
        var tariff = Tariff.byTokens(plan, prices, facts.model());
        boolean hasOutput = !request.getPath().value().endsWith(EMBEDDINGS);
        var estimate = new Estimate(plan.getEstimate(), facts, hasOutput);
        return new PricedCall(
                caller, call(caller, options, facts.model(), tariff), tariff, estimate, digest, trace, rule);
    }

    ServerHttpRequest forUpstream(ServerHttpRequest request, CallOptions options, byte[] body) {
        return new UpstreamRequest(request, options.forwardApiKey() ? List.of() : apiKeys.headerNames(), body);
    }

    private static Call call(Caller caller, CallOptions options, String model, Tariff tariff) {
        return new Call(
                caller.key().getAppId(),
                caller.key().getKeyId(),
                options.route(),
                model,
                tariff.priceBookId(),
                tariff.priceVersion());
    }

    private static @Nullable String traceParent(ServerHttpRequest request) {
        String value = request.getHeaders().getFirst("traceparent");
        return value != null && TRACE_PARENT.matcher(value).matches() ? value : null;
    }

    private static String digest(ServerHttpRequest request, byte[] body) {
        var sha256 = Sha256.newDigest();
        sha256.update(request.getMethod().name().getBytes(UTF_8));
        sha256.update((byte) ' ');
        sha256.update(request.getURI().getRawPath().getBytes(UTF_8));
        sha256.update((byte) '\n');
        return HexFormat.of().formatHex(sha256.digest(body));
    }
}
