package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.Status;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.validation.Validated;
import io.quotaledger.ledgerservice.api.Results.BudgetResult;
import io.quotaledger.ledgerservice.api.Results.GrantResult;
import io.quotaledger.ledgerservice.command.Commands;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.schemas.avro.GrantIssued;
import io.quotaledger.schemas.avro.LimitChanged;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.concurrent.CompletionStage;

/** Funds wallets, limits budgets. */
@Controller("/v1/tenants/{tenantId}")
@Validated
@Tag(name = "Funding")
class FundingController {
    private final Commands commands;
    private final CommandEnvelopes envelopes;

    FundingController(Commands commands, CommandEnvelopes envelopes) {
        this.commands = commands;
        this.envelopes = envelopes;
    }

    /** Funds a wallet. Send an {@code Idempotency-Key}: a repeat with it funds nothing twice. */
    @Post("/grants")
    @AnswersProblems
    @Status(HttpStatus.CREATED)
    CompletionStage<GrantResult> issueGrant(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @Body @Valid GrantRequest body,
            HttpRequest<?> request,
            Authentication actor) {
        if (body.effectiveAt() != null
                && body.expiresAt() != null
                && !body.expiresAt().isAfter(body.effectiveAt())) {
            throw ProblemException.invalid("expiresAt", "expiresAt must be after effectiveAt");
        }
        var scope = Fields.scope(body.level(), body.scope());
        int priority = body.priority() == null ? 0 : body.priority();
        var envelope = envelopes.envelope(request, actor, tenantId).setReason(body.reason());
        var grantId = "g-" + envelope.getEventId();
        var command = envelope.setGrantIssued(new GrantIssued(
                        grantId,
                        body.level().level(),
                        scope,
                        body.meter(),
                        body.amount(),
                        priority,
                        body.effectiveAt(),
                        body.expiresAt()))
                .build();
        return commands.send(command).thenApply(outcome -> {
            Results.requireAccepted(outcome);
            return new GrantResult(
                    tenantId,
                    grantId,
                    body.level(),
                    scope,
                    body.meter(),
                    body.amount(),
                    priority,
                    body.effectiveAt(),
                    body.expiresAt(),
                    body.reason(),
                    command.getEventId());
        });
    }

    /** Sets the limit of a scope's budget, from the current period on; the scope of a key is {@code app/key}. */
    @Put("/budgets")
    @AnswersProblems
    CompletionStage<BudgetResult> setBudget(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @Body @Valid BudgetRequest body,
            HttpRequest<?> request,
            Authentication actor) {
        var scope = Fields.scope(body.level(), body.scope());
        var command = envelopes
                .envelope(request, actor, tenantId)
                .setLimitChanged(new LimitChanged(
                        body.level().level(), scope, body.meter(), body.period().kind(), body.limit()))
                .build();
        return commands.send(command).thenApply(outcome -> {
            Results.requireAccepted(outcome);
            return new BudgetResult(
                    tenantId, body.level(), scope, body.meter(), body.period(), body.limit(), command.getEventId());
        });
    }
}
