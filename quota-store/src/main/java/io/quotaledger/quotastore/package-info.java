/** The Redis side of the quota ledger: scripts, key layout, client, publishing of events, outbox relay. */
@NullMarked
package io.quotaledger.quotastore;

import org.jspecify.annotations.NullMarked;
