package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.annotation.Status;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.validation.Validated;
import io.quotaledger.ledgerservice.api.Results.ReseedResult;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.ledgerservice.sync.SeedRequests;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.streamstopology.query.SnapshotFilter;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** How Redis and the ledger compare, and how to make Redis begin anew. */
@Controller("/v1")
@Validated
@ExecuteOn(TaskExecutors.BLOCKING)
@Tag(name = "Reconciliation")
class ReconciliationController {
    private static final Set<String> PARAMETERS = Set.of("tenant", "verdict", "from", "to", "limit", "cursor");

    private final TenantReaders readers;
    private final SeedRequests seeds;
    private final CommandEnvelopes envelopes;
    private final Clock clock;

    ReconciliationController(TenantReaders readers, SeedRequests seeds, CommandEnvelopes envelopes, Clock clock) {
        this.readers = readers;
        this.seeds = seeds;
        this.envelopes = envelopes;
        this.clock = clock;
    }

    /**
     * What the checkpoints of a tenant's accounts told, newest first. Those that matched are kept for a day.
     *
     * @param tenant tenant
     * @param verdict only these
     * @param from only checkpoints taken from this time on
     * @param to only checkpoints taken before this time
     * @param limit most snapshots in the answer
     * @param cursor nextCursor of the page before, with the same filter
     */
    @Get("/reconciliation")
    @AnswersProblems
    ReconciliationView snapshots(
            @QueryValue @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenant,
            @QueryValue
                    @Nullable
                    @Pattern(regexp = ReconciliationView.VERDICT, message = ReconciliationView.VERDICT_FAULT)
                    String verdict,
            @QueryValue @Nullable @Parameter(schema = @Schema(type = "string", format = "date-time")) String from,
            @QueryValue @Nullable @Parameter(schema = @Schema(type = "string", format = "date-time")) String to,
            @QueryValue(defaultValue = "100") @Min(1) @Max(1000) int limit,
            @QueryValue @Nullable @Size(max = 600) String cursor,
            HttpRequest<?> request) {
        QueryParameters.requireOnly(request, PARAMETERS);
        var filter = new SnapshotFilter(
                verdict == null ? null : ReconciliationView.verdict(verdict),
                QueryParameters.time("from", from),
                QueryParameters.time("to", to));
        var reader = readers.of(tenant);
        try {
            var page = reader.snapshots(
                    tenant, filter, Optional.ofNullable(cursor).map(ReconciliationView::readCursor), limit);
            return ReconciliationView.of(tenant, page);
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid("cursor", "cursor is not one of snapshots");
        }
    }

    /**
     * Makes Redis begin anew with what the ledger holds, for every account of the tenant that it should hold. Calls under way are forgotten by Redis until their events arrive, so this is for when nothing else helps.
     */
    @Post("/tenants/{tenantId}/reseed")
    @AnswersProblems
    @Status(HttpStatus.ACCEPTED)
    ReseedResult reseed(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @Body @Valid ReseedRequest body,
            HttpRequest<?> request,
            Authentication actor) {
        var requests = new ArrayList<CompletableFuture<Void>>();
        for (var account : readers.of(tenantId, body).accounts(tenantId)) {
            var isOver = account.getEndsAt() != null && account.getEndsAt().isBefore(clock.instant());
            if (account.getBase() != null && !isOver) {
                var envelope = envelopes.envelope(request, actor, tenantId).setReason(body.reason());
                var event = envelope.setEventId(envelope.getEventId() + "-" + requests.size())
                        .setSeedRequested(
                                new SeedRequested(account.getAccount(), SeedReason.OPERATOR, account.getEpoch()))
                        .build();
                requests.add(seeds.publish(event).toCompletableFuture());
            }
        }
        try {
            requests.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            throw ProblemException.of(
                    ProblemKind.NOT_READY, "Kafka did not take all requests for seeds; ask again in a moment.");
        }
        return new ReseedResult(tenantId, requests.size(), body.reason());
    }
}
