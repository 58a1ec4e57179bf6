/** The pure ledger: what one event does to a tenant's books. Imports nothing but the JDK; see README.md beside this file. */
@NullMarked
package io.quotaledger.streamstopology.ledger;

import org.jspecify.annotations.NullMarked;
