package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Opens an app.
 *
 * @param appId id
 * @param name display name; empty if it is left out
 */
@Introspected
public record AppRequest(
        @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String appId,

        @Nullable @Size(max = Fields.NAME_LENGTH) @Pattern(regexp = Fields.NAME, message = Fields.NAME_FAULT)
        String name) {}
