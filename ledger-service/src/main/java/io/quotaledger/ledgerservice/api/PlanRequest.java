package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.OutageSettings;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanLimit;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What tenants can buy.
 *
 * @param meters what is counted
 * @param priceBookId price book of meters with basis price
 * @param limits accounts by level
 * @param rateLimits rate limits
 * @param estimate how prepays are estimated
 * @param hold life of a reservation, ISO-8601 duration or seconds, 1 s to 1 d
 * @param outage what becomes of calls while Redis gives no answer; null or left out: as the gateway's routes say
 */
@Introspected
public record PlanRequest(
        @NotEmpty @Size(max = 16) List<@NotNull @Valid Meter> meters,

        @Nullable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
        String priceBookId,

        @NotNull @Valid Limits limits,
        @Nullable @Size(max = 16) List<@NotNull @Valid RateLimit> rateLimits,
        @NotNull @Valid Estimate estimate,
        @NotNull @Schema(type = "string", example = "PT2M") Duration hold,
        @Nullable @Valid Outage outage) {
    private static final Duration MIN_HOLD = Duration.ofSeconds(1);
    private static final Duration MAX_HOLD = Duration.ofDays(1);
    private static final Duration MAX_WINDOW = Duration.ofDays(31);

    /**
     * What is counted, and how finely.
     *
     * @param name name of the meter
     * @param scale digits after the point
     * @param basis what it counts
     */
    @Introspected
    public record Meter(
            @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
            String name,

            @NotNull @Min(0) @Max(9) Integer scale,
            @NotNull BasisName basis) {}

    /**
     * Accounts by level; a level without one is not on the path of a request.
     *
     * @param org accounts of the org, at least one
     * @param app accounts of each app
     * @param key accounts of each key
     */
    @Introspected
    public record Limits(
            @NotEmpty @Size(max = 8) List<@NotNull @Valid Account> org,
            @Nullable @Size(max = 8) List<@NotNull @Valid Account> app,
            @Nullable @Size(max = 8) List<@NotNull @Valid Account> key) {}

    /**
     * One account.
     *
     * @param meter name of the meter
     * @param period period of a budget; a wallet has none
     * @param limit limit of a budget per period; null or left out: counted, not checked
     */
    @Introspected
    public record Account(
            @NotNull @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT)
            String meter,

            @Nullable PeriodName period,
            @Nullable @Min(0) @Max(Fields.MAX_AMOUNT) Long limit) {
        private PlanLimit at(Level level) {
            var kind = period == null ? PeriodKind.NONE : period.kind();
            return new PlanLimit(level, new AccountLimit(meter, kind, limit));
        }
    }

    /**
     * At most so many calls in a window, for each scope of a level.
     *
     * @param level level
     * @param permits calls
     * @param window length of the window, ISO-8601 duration or seconds
     */
    @Introspected
    public record RateLimit(
            @NotNull LevelName level,
            @NotNull @Min(1) @Max(Fields.MAX_AMOUNT) Long permits,

            @NotNull @Schema(type = "string", example = "PT1M")
            Duration window) {
        private io.quotaledger.schemas.avro.RateLimit toRecord() {
            requireBetween("rateLimits.window", window, Duration.ofMillis(1), MAX_WINDOW);
            return new io.quotaledger.schemas.avro.RateLimit(level.level(), permits, window.toMillis());
        }
    }

    /**
     * How the amount to prepay is estimated.
     *
     * @param defaultOutputTokens output cap of a request that names none
     * @param maxOutputTokens a request that asks for more is refused; null or left out: no ceiling
     * @param bytesPerToken bytes of the request body that count as one input token
     */
    @Introspected
    public record Estimate(
            @NotNull @Min(0) @Max(1_000_000_000) Long defaultOutputTokens,
            @Nullable @Min(1) @Max(1_000_000_000) Long maxOutputTokens,
            @NotNull @Min(1) @Max(16) Integer bytesPerToken) {}

    /**
     * What becomes of calls while Redis gives no answer; a route may be stricter.
     *
     * @param policy what
     * @param sharePercent for bounded, and only there: percent of the last known balance of each account that each gateway may admit
     */
    @Introspected
    public record Outage(
            @NotNull OutagePolicyName policy,
            @Nullable @Min(1) @Max(100) Integer sharePercent) {
        private OutageSettings toRecord() {
            if ((policy == OutagePolicyName.BOUNDED) != (sharePercent != null)) {
                throw ProblemException.invalid(
                        "outage.sharePercent", "outage.sharePercent goes with the policy bounded, and only with it");
            }
            return new OutageSettings(policy.policy(), sharePercent == null ? 0 : sharePercent);
        }
    }

    /** The record, with version 0. */
    Plan toRecord(String planId) {
        requireBetween("hold", hold, MIN_HOLD, MAX_HOLD);
        return Plan.newBuilder()
                .setPlanId(planId)
                .setVersion(0)
                .setMeters(meters.stream()
                        .map(meter -> new io.quotaledger.schemas.avro.Meter(
                                meter.name(), meter.scale(), meter.basis().basis()))
                        .toList())
                .setPriceBookId(priceBookId == null ? "" : priceBookId)
                .setLimits(allLimits())
                .setRateLimits(
                        orEmpty(rateLimits).stream().map(RateLimit::toRecord).toList())
                .setEstimate(new EstimateSettings(
                        estimate.defaultOutputTokens(), estimate.maxOutputTokens(), estimate.bytesPerToken()))
                .setHoldMillis(hold.toMillis())
                .setOutage(outage == null ? null : outage.toRecord())
                .build();
    }

    private List<PlanLimit> allLimits() {
        return Stream.of(
                        limits.org().stream().map(account -> account.at(Level.ORG)),
                        orEmpty(limits.app()).stream().map(account -> account.at(Level.APP)),
                        orEmpty(limits.key()).stream().map(account -> account.at(Level.KEY)))
                .flatMap(level -> level)
                .toList();
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static void requireBetween(String field, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw ProblemException.invalid(field, field + " must be from " + min + " to " + max);
        }
    }
}
