/** The HTTP API: routes, what they read and what they answer. */
@NullMarked
package io.quotaledger.ledgerservice.api;

import org.jspecify.annotations.NullMarked;
