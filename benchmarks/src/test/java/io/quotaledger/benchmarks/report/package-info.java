@NullMarked
package io.quotaledger.benchmarks.report;

import org.jspecify.annotations.NullMarked;
