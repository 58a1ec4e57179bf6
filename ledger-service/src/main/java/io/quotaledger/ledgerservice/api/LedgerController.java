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
import io.quotaledger.streamstopology.query.JournalFilter;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Balances, journal and reservations, out of the stores of the topology. */
@Controller("/v1/tenants/{tenantId}")
@Validated
@ExecuteOn(TaskExecutors.BLOCKING)
@Tag(name = "Ledger")
class LedgerController {
    private static final Set<String> JOURNAL_PARAMETERS =
            Set.of("level", "scope", "meter", "from", "to", "limit", "cursor");

    private final TenantReaders readers;

    LedgerController(TenantReaders readers) {
        this.readers = readers;
    }

    /** Balances of all accounts of a tenant. */
    @Get("/balances")
    @AnswersProblems
    LedgerView.Balances balances(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            HttpRequest<?> request) {
        QueryParameters.requireOnly(request, Set.of());
        return LedgerView.Balances.of(tenantId, readers.of(tenantId).balances(tenantId));
    }

    /**
     * The journal of a tenant, oldest entry first.
     *
     * @param tenantId tenant
     * @param level only entries that moved an account of this level
     * @param scope of this scope
     * @param meter of this meter
     * @param from only entries of events from this time on
     * @param to only entries of events before this time
     * @param limit most entries in the answer
     * @param cursor nextCursor of the page before, with the same filter
     */
    @Get("/journal")
    @AnswersProblems
    JournalView.Journal journal(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @QueryValue @Nullable @Pattern(regexp = Fields.LEVEL, message = Fields.LEVEL_FAULT) String level,
            @QueryValue @Nullable @Pattern(regexp = Fields.SCOPE, message = Fields.SCOPE_FAULT) String scope,
            @QueryValue @Nullable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String meter,
            @QueryValue @Nullable @Parameter(schema = @Schema(type = "string", format = "date-time")) String from,
            @QueryValue @Nullable @Parameter(schema = @Schema(type = "string", format = "date-time")) String to,
            @QueryValue(defaultValue = "100") @Min(1) @Max(1000) int limit,
            @QueryValue @Nullable @Size(max = 128) String cursor,
            HttpRequest<?> request) {
        QueryParameters.requireOnly(request, JOURNAL_PARAMETERS);
        var filter = new JournalFilter(
                level == null ? null : Fields.level(level),
                scope,
                meter,
                QueryParameters.time("from", from),
                QueryParameters.time("to", to));
        var reader = readers.of(tenantId);
        try {
            var page =
                    reader.journal(tenantId, filter, Optional.ofNullable(cursor).map(JournalCursor::read), limit);
            return new JournalView.Journal(
                    tenantId,
                    page.entries().stream().map(JournalView.Entry::of).toList(),
                    page.next().map(JournalCursor::write).orElse(null));
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid("cursor", "cursor is not one of this journal and filter");
        }
    }

    /** A reservation. */
    @Get("/reservations/{reservationId}")
    @AnswersProblems
    LedgerView.Reservation reservation(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String reservationId,
            HttpRequest<?> request) {
        QueryParameters.requireOnly(request, Set.of());
        return readers.of(tenantId)
                .reservation(tenantId, reservationId)
                .map(LedgerView.Reservation::of)
                .orElseThrow(() ->
                        ProblemException.of(ProblemKind.NOT_FOUND, "There is no reservation '" + reservationId + "'."));
    }
}
