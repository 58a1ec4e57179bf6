/** Measurements beside the peers: rows, each a comparison of two sides in one run. */
@NullMarked
package io.quotaledger.benchmarks;

import org.jspecify.annotations.NullMarked;
