/** The state stores: their names, keys and records, and the ledger's view of them. */
@NullMarked
package io.quotaledger.streamstopology.state;

import org.jspecify.annotations.NullMarked;
