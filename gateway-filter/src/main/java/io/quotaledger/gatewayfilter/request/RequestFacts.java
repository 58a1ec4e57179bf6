package io.quotaledger.gatewayfilter.request;

import org.jspecify.annotations.Nullable;

/**
 * What a request's JSON says about its cost.
 *
 * @param model model; empty if none is named
 * @param outputCap largest output cap named by any of the field names in use; null if none is
 * @param choices answers that are generated, at least 1
 * @param bodyBytes size of the body
 */
public record RequestFacts(String model, @Nullable Long outputCap, long choices, long bodyBytes) {}
