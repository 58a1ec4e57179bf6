/** Errors as application/problem+json. */
@NullMarked
package io.quotaledger.ledgerservice.problem;

import org.jspecify.annotations.NullMarked;
