package io.quotaledger.gatewayfilter.web;

/**
 * What a route says about its calls.
 *
 * @param route name of the route, for events
 * @param forwardApiKey whether the upstream gets the header with the client's API key
 * @param perCall whether calls are charged per call, whatever their body says
 */
public record CallOptions(String route, boolean forwardApiKey, boolean perCall) {}
