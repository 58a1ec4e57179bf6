package io.quotaledger.gatewayfilter.web;

import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** {@code - Prepay}: makes the requests of a route prepaid calls. */
public final class PrepayGatewayFilterFactory extends AbstractGatewayFilterFactory<PrepayGatewayFilterFactory.Config> {
    private final PrepaidCalls calls;

    /** Calls through the given core. */
    public PrepayGatewayFilterFactory(PrepaidCalls calls) {
        super(Config.class);
        this.calls = calls;
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("perCall", "forwardApiKey");
    }

    @Override
    public GatewayFilter apply(Config config) {
        return new OrderedGatewayFilter(
                (exchange, chain) -> calls.call(
                        exchange,
                        new CallOptions(PrepayGlobalFilter.routeId(exchange), config.forwardApiKey, config.perCall),
                        chain::filter),
                PrepayGlobalFilter.ORDER - 1);
    }

    /** Settings of a route. */
    public static final class Config {
        private boolean perCall;
        private boolean forwardApiKey;

        /** Whether calls are charged per call, whatever their body says; default false. */
        public boolean isPerCall() {
            return perCall;
        }

        /** Sets {@link #isPerCall}. */
        public void setPerCall(boolean perCall) {
            this.perCall = perCall;
        }

        /** Whether the upstream gets the header with the client's API key; default false. */
        public boolean isForwardApiKey() {
            return forwardApiKey;
        }

        /** Sets {@link #isForwardApiKey}. */
        public void setForwardApiKey(boolean forwardApiKey) {
            this.forwardApiKey = forwardApiKey;
        }
    }
}
