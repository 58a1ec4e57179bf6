/** Kafka clients of the service. */
@NullMarked
package io.quotaledger.ledgerservice.kafka;

import org.jspecify.annotations.NullMarked;
