/** The read side: balances, journal and reservations out of the state stores. */
@NullMarked
package io.quotaledger.streamstopology.query;

import org.jspecify.annotations.NullMarked;
