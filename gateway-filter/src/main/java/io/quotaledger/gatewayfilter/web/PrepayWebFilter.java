package io.quotaledger.gatewayfilter.web;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Makes requests to some paths of a plain WebFlux application prepaid calls, but for CORS preflights, which reach no handler. */
public final class PrepayWebFilter implements WebFilter, Ordered {
    /** After filters that only observe, before those that handle. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1000;

    private final PrepaidCalls calls;
    private final List<PathPattern> paths;

    /**
     * Calls through the given core.
     *
     * @param paths patterns of the paths
     */
    public PrepayWebFilter(PrepaidCalls calls, List<String> paths) {
        this.calls = calls;
        this.paths =
                paths.stream().map(PathPatternParser.defaultInstance::parse).toList();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (CorsUtils.isPreFlightRequest(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        for (var pattern : paths) {
            if (pattern.matches(path)) {
                var options = new CallOptions(pattern.getPatternString(), false, false, null);
                return calls.call(exchange, options, chain::filter);
            }
        }
        return chain.filter(exchange);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
