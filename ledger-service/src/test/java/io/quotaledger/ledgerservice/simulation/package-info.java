/** Random schedules of gateways, Redis, Kafka and the ledger together: the rules of design.md section 6 at work. */
@NullMarked
package io.quotaledger.ledgerservice.simulation;

import org.jspecify.annotations.NullMarked;
