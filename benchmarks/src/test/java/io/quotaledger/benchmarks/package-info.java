@NullMarked
package io.quotaledger.benchmarks;

import org.jspecify.annotations.NullMarked;
