/** What quota-config says, in memory, and how plans and price books get into it. */
@NullMarked
package io.quotaledger.ledgerservice.config;

import org.jspecify.annotations.NullMarked;
