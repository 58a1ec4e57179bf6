/** The ledger service: runs the topology, answers over HTTP, and keeps Redis in step. */
@NullMarked
package io.quotaledger.ledgerservice;

import org.jspecify.annotations.NullMarked;
