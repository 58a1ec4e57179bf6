package io.quotaledger.gatewayfilter.web;

import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Makes the requests of all routes prepaid calls, but for routes with the metadata {@code quota.enabled: false}. */
public final class PrepayGlobalFilter implements GlobalFilter, Ordered {
    /** Before the response is written, so that its body can be watched. */
    static final int ORDER = NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER - 100;

    private static final String ENABLED = "quota.enabled";

    private final PrepaidCalls calls;

    /** Calls through the given core. */
    public PrepayGlobalFilter(PrepaidCalls calls) {
        this.calls = calls;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (route != null && "false".equals(String.valueOf(route.getMetadata().get(ENABLED)))) {
            return chain.filter(exchange);
        }
        return calls.call(exchange, new CallOptions(routeId(exchange), false, false, null), chain::filter);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** Id of the route a request takes; empty if it takes none. */
    static String routeId(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null ? "" : route.getId();
    }
}
