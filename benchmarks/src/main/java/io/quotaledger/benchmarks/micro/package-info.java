/** Pieces that run in one process without servers, measured by JMH. */
@NullMarked
package io.quotaledger.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
