/** Runs the topology. */
@NullMarked
package io.quotaledger.ledgerservice.ledger;

import org.jspecify.annotations.NullMarked;
