/** Commands and their outcomes. */
@NullMarked
package io.quotaledger.ledgerservice.command;

import org.jspecify.annotations.NullMarked;
