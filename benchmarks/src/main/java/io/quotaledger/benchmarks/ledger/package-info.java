/** The rows about the ledger: how fast the topology folds the log, how soon an entry can be read, how fast it comes back. */
@NullMarked
package io.quotaledger.benchmarks.ledger;

import org.jspecify.annotations.NullMarked;
