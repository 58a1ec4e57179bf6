/** Drives operations in a closed or an open loop and takes their times. */
@NullMarked
package io.quotaledger.benchmarks.load;

import org.jspecify.annotations.NullMarked;
