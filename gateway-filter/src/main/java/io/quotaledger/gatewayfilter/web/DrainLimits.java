package io.quotaledger.gatewayfilter.web;

import java.time.Duration;

/**
 * How far an upstream is read on after the client has gone.
 *
 * @param time longest time; zero: not at all
 * @param bytes most bytes
 */
public record DrainLimits(Duration time, long bytes) {}
