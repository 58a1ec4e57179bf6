@NullMarked
package io.quotaledger.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
