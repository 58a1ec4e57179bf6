package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.validation.Validated;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.StoreUnavailableException;
import io.quotaledger.schemas.Periods;
import io.quotaledger.schemas.avro.AccountRef;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** One account on both sides, for whoever wonders whether they agree. */
@Controller("/v1/tenants/{tenantId}/accounts")
@Validated
@ExecuteOn(TaskExecutors.BLOCKING)
@Tag(name = "Ledger")
class AccountController {
    private static final Set<String> PARAMETERS = Set.of("level", "scope", "meter", "period");

    private final TenantReaders readers;
    private final LedgerSync redis;

    AccountController(TenantReaders readers, LedgerSync redis) {
        this.readers = readers;
        this.redis = redis;
    }

    /**
     * An account as the ledger and as Redis have it now, and in plain words what that means. The two are read one after the other,
     * so calls under way may show in one of them only.
     *
     * @param tenantId tenant
     * @param level level
     * @param scope "-" for org, app id for app, "app/key" for key
     * @param meter meter
     * @param period period id of a budget, "-" for a wallet
     */
    @Get("/inspect")
    @AnswersProblems
    Inspection inspect(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @QueryValue @Pattern(regexp = Fields.LEVEL, message = Fields.LEVEL_FAULT) String level,
            @QueryValue(defaultValue = "-") @Pattern(regexp = Fields.SCOPE, message = Fields.SCOPE_FAULT) String scope,
            @QueryValue @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String meter,
            @QueryValue(defaultValue = "-")
                    @Pattern(regexp = Periods.ID_PATTERN, message = "must be a period id or '-'")
                    String period,
            HttpRequest<?> request) {
        QueryParameters.requireOnly(request, PARAMETERS);
        var account = new AccountRef(Fields.level(level), scope, meter, period);
        var inLedger = readers.of(tenantId)
                .account(tenantId, account)
                .orElseThrow(() -> ProblemException.of(
                        ProblemKind.NOT_FOUND,
                        "The ledger has no account " + String.join(" ", level, scope, meter, period) + " of tenant '"
                                + tenantId + "'."));
        return Inspection.of(inLedger, inRedis(AccountKey.of(tenantId, account)));
    }

    private Optional<StoredAccount> inRedis(AccountKey key) {
        try {
            return redis.inspect(key).toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreUnavailableException) {
                throw ProblemException.of(ProblemKind.NOT_READY, "Redis does not answer; ask again in a moment.");
            }
            throw e;
        }
    }
}
