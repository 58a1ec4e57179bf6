/** The Kafka Streams topology around the ledger. */
@NullMarked
package io.quotaledger.streamstopology;

import org.jspecify.annotations.NullMarked;
