/** Avro records of the contract as values of the ledger, and back. */
@NullMarked
package io.quotaledger.streamstopology.records;

import org.jspecify.annotations.NullMarked;
