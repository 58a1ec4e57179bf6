package io.quotaledger.ledgerservice.api;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Status;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.validation.Validated;
import io.quotaledger.ledgerservice.api.Results.AppResult;
import io.quotaledger.ledgerservice.api.Results.KeyResult;
import io.quotaledger.ledgerservice.api.Results.TenantResult;
import io.quotaledger.ledgerservice.command.Commands;
import io.quotaledger.ledgerservice.config.ConfigView;
import io.quotaledger.ledgerservice.config.PlanFanOut;
import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.ledgerservice.problem.ProblemKind;
import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.AppOpened;
import io.quotaledger.schemas.avro.KeyIssued;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.TenantOpened;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Opens tenants and apps, issues keys. */
@Controller("/v1/tenants")
@Validated
@Tag(name = "Tenants")
class TenantController {
    private static final String EVENT_ID_REUSED = "event_id_reused";
    private static final int KEY_ID_LENGTH = 20;

    private final Commands commands;
    private final CommandEnvelopes envelopes;
    private final ConfigView config;
    private final PlanFanOut fanOut;

    TenantController(Commands commands, CommandEnvelopes envelopes, ConfigView config, PlanFanOut fanOut) {
        this.commands = commands;
        this.envelopes = envelopes;
        this.config = config;
        this.fanOut = fanOut;
    }

    /** Opens a tenant with a plan. */
    @Post
    @AnswersProblems
    @Status(HttpStatus.CREATED)
    CompletionStage<TenantResult> openTenant(
            @Body @Valid TenantRequest body, HttpRequest<?> request, Authentication actor) {
        var timezone = Fields.timezone(body.timezone());
        if (!config.isReady()) {
            throw ProblemException.of(ProblemKind.NOT_READY, "The service has not read quota-config yet.");
        }
        var plan = config.plan(body.planId())
                .orElseThrow(() -> ProblemException.of(
                        ProblemKind.UNKNOWN_PLAN, "planId", "There is no plan '" + body.planId() + "'."));
        var command = envelopes
                .envelope(request, actor, body.tenantId())
                .setTenantOpened(new TenantOpened(body.name(), timezone, plan))
                .build();
        return commands.send(command)
                .thenCompose(outcome -> {
                    Results.requireAccepted(outcome);
                    return fanOut.catchUp(body.tenantId(), plan.getVersion(), plan.getPlanId());
                })
                .thenApply(done -> new TenantResult(
                        body.tenantId(),
                        body.name(),
                        timezone,
                        plan.getPlanId(),
                        plan.getVersion(),
                        command.getEventId()));
    }

    /** Opens an app of a tenant. */
    @Post("/{tenantId}/apps")
    @AnswersProblems
    @Status(HttpStatus.CREATED)
    CompletionStage<AppResult> openApp(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @Body @Valid AppRequest body,
            HttpRequest<?> request,
            Authentication actor) {
        var name = body.name() == null ? "" : body.name();
        var command = envelopes
                .envelope(request, actor, tenantId)
                .setAppOpened(new AppOpened(body.appId(), name))
                .build();
        return commands.send(command).thenApply(outcome -> {
            Results.requireAccepted(outcome);
            return new AppResult(tenantId, body.appId(), name, command.getEventId());
        });
    }

    /** Issues an API key of an app. Its secret is in this answer and nowhere else. */
    @Post("/{tenantId}/apps/{appId}/keys")
    @AnswersProblems
    @Status(HttpStatus.CREATED)
    CompletionStage<KeyResult> issueKey(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String tenantId,
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String appId,
            @Nullable @Body @Valid KeyRequest body,
            HttpRequest<?> request,
            Authentication actor) {
        var secret = KeySecrets.next();
        var envelope = envelopes.envelope(request, actor, tenantId);
        var keyId = body == null || body.keyId() == null ? keyIdOf(envelope.getEventId()) : body.keyId();
        var command = envelope.setKeyIssued(new KeyIssued(appId, keyId, KeySecrets.hash(secret)))
                .build();
        return commands.send(command).thenApply(outcome -> {
            requireFirst(outcome, AccountKeys.keyScope(appId, keyId));
            Results.requireAccepted(outcome);
            return new KeyResult(tenantId, appId, keyId, secret, command.getEventId());
        });
    }

    /** Each attempt has a secret of its own, so a repeat is another content to the fold: it never gives two secrets for a key. */
    private static void requireFirst(Outcome outcome, String scope) {
        if (outcome.getCode().equals(EVENT_ID_REUSED)) {
            throw ProblemException.of(
                    ProblemKind.SECRET_ALREADY_SHOWN,
                    "This Idempotency-Key has issued a key of this app already (asked for now: " + scope
                            + "). Its secret was in the first answer and is not kept. If that answer was lost,"
                            + " issue another key with another Idempotency-Key.");
        }
    }

    private static String keyIdOf(String eventId) {
        return "k" + eventId.replace("-", "").substring(0, KEY_ID_LENGTH);
    }
}
