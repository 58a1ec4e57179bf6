/** Tests of the service. */
@NullMarked
package io.quotaledger.ledgerservice;

import org.jspecify.annotations.NullMarked;
