/** Whole gateways, each a process of its own, under the same load. */
@NullMarked
package io.quotaledger.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
