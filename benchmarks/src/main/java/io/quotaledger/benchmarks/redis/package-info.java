/** Admission in Redis and what it is compared with. */
@NullMarked
package io.quotaledger.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
