package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * Makes Redis begin anew with a tenant's accounts.
 *
 * @param reason why, for the record
 */
@Introspected
public record ReseedRequest(
        @NotBlank @Size(max = Fields.NAME_LENGTH) @Pattern(regexp = Fields.NAME, message = Fields.NAME_FAULT)
        String reason) {}
