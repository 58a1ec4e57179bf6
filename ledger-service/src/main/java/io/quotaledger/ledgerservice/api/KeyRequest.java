package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Issues a key.
 *
 * @param keyId id; made by the service if it is left out
 */
@Introspected
public record KeyRequest(
        @Nullable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String keyId) {}
