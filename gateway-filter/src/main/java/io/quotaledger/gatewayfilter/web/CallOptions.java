package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.outage.OutageRule;
import org.jspecify.annotations.Nullable;

/**
 * What a route says about its calls.
 *
 * @param route name of the route, for events
 * @param forwardApiKey whether the upstream gets the header with the client's API key
 * @param perCall whether calls are charged per call, whatever their body says
 * @param outage what becomes of them if the store cannot decide on them; null: as their plan or the gateway says
 */
public record CallOptions(
        String route,
        boolean forwardApiKey,
        boolean perCall,
        @Nullable OutageRule outage) {}
