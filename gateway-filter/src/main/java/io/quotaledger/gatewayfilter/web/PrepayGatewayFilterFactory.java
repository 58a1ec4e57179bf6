package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.outage.OutageRule;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        return List.of("perCall", "forwardApiKey", "outage", "outageShare");
    }

    @Override
    public GatewayFilter apply(Config config) {
        var outage = config.outage == null ? null : new OutageRule(config.outage, config.outageShare);
        return new OrderedGatewayFilter(
                (exchange, chain) -> calls.call(
                        exchange,
                        new CallOptions(
                                PrepayGlobalFilter.routeId(exchange), config.forwardApiKey, config.perCall, outage),
                        chain::filter),
                PrepayGlobalFilter.ORDER - 1);
    }

    /** Settings of a route. */
    public static final class Config {
        private boolean perCall;
        private boolean forwardApiKey;
        private OutageRule.@Nullable Policy outage;
        private int outageShare = 10;

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

        /** What becomes of calls that the quota store cannot decide on; default: as their plan or the gateway says. */
        public OutageRule.@Nullable Policy getOutage() {
            return outage;
        }

        /** Sets {@link #getOutage}. */
        public void setOutage(OutageRule.Policy outage) {
            this.outage = outage;
        }

        /** For {@code outage=bounded}: percent of the last known balance that this gateway may admit, 1 to 100; default 10. */
        public int getOutageShare() {
            return outageShare;
        }

        /** Sets {@link #getOutageShare}. */
        public void setOutageShare(int outageShare) {
            this.outageShare = outageShare;
        }
    }
}
