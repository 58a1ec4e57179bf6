@NullMarked
package io.quotaledger.benchmarks.load;

import org.jspecify.annotations.NullMarked;
