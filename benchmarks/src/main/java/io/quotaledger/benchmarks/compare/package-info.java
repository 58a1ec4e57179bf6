/** Holds two sides against each other, interleaved, and says whether the run can be trusted. */
@NullMarked
package io.quotaledger.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
