package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * Opens a tenant.
 *
 * @param tenantId id
 * @param name display name
 * @param timezone IANA zone in which budget periods are cut
 * @param planId plan
 */
@Introspected
public record TenantRequest(
        @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String tenantId,

        @NotBlank @Size(max = Fields.NAME_LENGTH) @Pattern(regexp = Fields.NAME, message = Fields.NAME_FAULT)
        String name,

        @NotNull String timezone,

        @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String planId) {}
