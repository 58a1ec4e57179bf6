package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sets the limit of a budget.
 *
 * @param level level of the budget
 * @param scope scope of the budget; may be left out for the org
 * @param meter meter of the budget
 * @param period how long a period lasts
 * @param limit limit per period in the meter's smallest unit; null: counted, not checked
 */
@Introspected
public record BudgetRequest(
        @NotNull LevelName level,

        @Nullable @Pattern(regexp = Fields.SCOPE, message = Fields.SCOPE_FAULT)
        String scope,

        @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String meter,

        @NotNull PeriodName period,

        @JsonProperty(required = true) @Nullable @Min(0) @Max(Fields.MAX_AMOUNT)
        Long limit) {}
