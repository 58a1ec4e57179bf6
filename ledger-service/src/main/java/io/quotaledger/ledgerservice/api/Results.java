package io.quotaledger.ledgerservice.api;

import io.micronaut.core.annotation.Introspected;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.schemas.avro.Outcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What commands answer when the fold has accepted them. */
public final class Results {
    private Results() {}

    /**
     * A tenant that was opened.
     *
     * @param tenantId id
     * @param name display name
     * @param timezone zone of its periods
     * @param planId plan
     * @param planVersion version of the plan
     * @param eventId event of the command
     */
    @Introspected
    public record TenantResult(
            String tenantId, String name, String timezone, String planId, long planVersion, String eventId) {}

    /**
     * An app that was opened.
     *
     * @param tenantId tenant
     * @param appId id
     * @param name display name
     * @param eventId event of the command
     */
    @Introspected
    public record AppResult(String tenantId, String appId, String name, String eventId) {}

    /**
     * A key that was issued.
     *
     * @param tenantId tenant
     * @param appId app
     * @param keyId id
     * @param secret what clients send; it is not kept and shown only here
     * @param eventId event of the command
     */
    @Introspected
    public record KeyResult(String tenantId, String appId, String keyId, String secret, String eventId) {
        @Override
        public String toString() {
            return "KeyResult[" + tenantId + "/" + appId + "/" + keyId + "]";
        }
    }

    /**
     * A grant that was issued.
     *
     * @param tenantId tenant
     * @param grantId id
     * @param level level of the wallet
     * @param scope scope of the wallet
     * @param meter meter of the wallet
     * @param amount amount
     * @param priority priority
     * @param effectiveAt when it can be used; null: at once
     * @param expiresAt when it expires; null: never
     * @param reason why
     * @param eventId event of the command
     */
    @Introspected
    public record GrantResult(
            String tenantId,
            String grantId,
            LevelName level,
            String scope,
            String meter,
            long amount,
            int priority,
            @Nullable Instant effectiveAt,
            @Nullable Instant expiresAt,
            String reason,
            String eventId) {}

    /**
     * A budget whose limit was set.
     *
     * @param tenantId tenant
     * @param level level
     * @param scope scope
     * @param meter meter
     * @param period period
     * @param limit limit; null: counted, not checked
     * @param eventId event of the command
     */
    @Introspected
    public record BudgetResult(
            String tenantId,
            LevelName level,
            String scope,
            String meter,
            PeriodName period,
            @Nullable Long limit,
            String eventId) {}

    /**
     * A plan in its latest version.
     *
     * @param planId id
     * @param version version; as before if the content is as before
     * @param assigned tenants that took it over now
     * @param refused tenants whose ledger refused it
     */
    @Introspected
    public record PlanResult(String planId, long version, int assigned, List<RefusedTenant> refused) {}

    /**
     * A tenant whose ledger refused a plan.
     *
     * @param tenantId tenant
     * @param code rule
     * @param detail the same in plain words
     */
    @Introspected
    public record RefusedTenant(String tenantId, String code, String detail) {}

    /**
     * A price book in its latest version.
     *
     * @param priceBookId id
     * @param version version; as before if the content is as before
     */
    @Introspected
    public record PriceBookResult(String priceBookId, long version) {}

    /**
     * Goes on if the fold accepted the command.
     *
     * @throws ProblemException with the rule that refused it
     */
    static void requireAccepted(Outcome outcome) {
        if (!outcome.getAccepted()) {
            throw ProblemException.refused(status(outcome.getCode()), outcome.getCode(), outcome.getDetail());
        }
    }

    private static int status(String code) {
        return switch (code) {
            case "unknown_tenant", "unknown_app" -> 404;
            case "tenant_exists", "app_exists", "key_exists", "grant_exists", "settlement_conflict" -> 409;
            default -> 422;
        };
    }

    /**
     * Accounts that Redis will begin anew with.
     *
     * @param tenantId tenant
     * @param accounts how many
     * @param reason why
     */
    @Introspected
    public record ReseedResult(String tenantId, int accounts, String reason) {}
}
