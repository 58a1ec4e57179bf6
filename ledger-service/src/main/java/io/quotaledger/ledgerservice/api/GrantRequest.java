package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Funds a wallet.
 *
 * @param level level of the wallet
 * @param scope scope of the wallet; may be left out for the org
 * @param meter meter of the wallet
 * @param amount amount in the meter's smallest unit
 * @param priority lower is consumed first; 0 if it is left out
 * @param effectiveAt when it can be used; at once if it is left out
 * @param expiresAt when what is left of it expires; never if it is left out
 * @param reason why, for the record
 */
@Introspected
public record GrantRequest(
        @NotNull LevelName level,

        @Nullable @Pattern(regexp = Fields.SCOPE, message = Fields.SCOPE_FAULT)
        String scope,

        @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String meter,

        @NotNull @Min(1) @Max(Fields.MAX_AMOUNT) Long amount,
        @Nullable @Min(0) @Max(1_000_000) Integer priority,
        @Nullable Instant effectiveAt,
        @Nullable Instant expiresAt,

        @NotBlank @Size(max = Fields.NAME_LENGTH) @Pattern(regexp = Fields.NAME, message = Fields.NAME_FAULT)
        String reason) {}
