/** Who may do what: bearer tokens, operators and readers. */
@NullMarked
package io.quotaledger.ledgerservice.auth;

import org.jspecify.annotations.NullMarked;
