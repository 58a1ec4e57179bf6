/** Reading the log: bytes of {@code quota-events} as events of the ledger, or why they are none. */
@NullMarked
package io.quotaledger.streamstopology.events;

import org.jspecify.annotations.NullMarked;
