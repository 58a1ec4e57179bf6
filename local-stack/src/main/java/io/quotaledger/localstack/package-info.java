/** Real Kafka, Redis and schema registry for tests, quickstart and benchmarks, as children of the calling process. */
@NullMarked
package io.quotaledger.localstack;

import org.jspecify.annotations.NullMarked;
