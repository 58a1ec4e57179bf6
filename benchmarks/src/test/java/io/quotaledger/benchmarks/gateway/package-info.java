@NullMarked
package io.quotaledger.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
