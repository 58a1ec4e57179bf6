/** The check that ledger, Redis, events and the model server's own books tell the same. */
@NullMarked
package io.quotaledger.quickstart.check;

import org.jspecify.annotations.NullMarked;
