/** Keeps Redis in step with the ledger. */
@NullMarked
package io.quotaledger.ledgerservice.sync;

import org.jspecify.annotations.NullMarked;
