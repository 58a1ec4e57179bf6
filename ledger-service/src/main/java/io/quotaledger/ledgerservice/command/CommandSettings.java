package io.quotaledger.ledgerservice.command;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;

/**
 * How commands are sent.
 *
 * @param timeout how long a caller waits for the fold's outcome
 * @param queue how many commands may wait to be sent; more are refused
 */
@ConfigurationProperties("quota.commands")
public record CommandSettings(
        @Bindable(defaultValue = "10s") Duration timeout,
        @Bindable(defaultValue = "1000") int queue) {}
