/** Sends commands to the log and waits for what the fold says. */
@NullMarked
package io.quotaledger.ledgerservice.command;

import org.jspecify.annotations.NullMarked;
