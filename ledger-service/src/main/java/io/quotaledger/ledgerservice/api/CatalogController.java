package io.quotaledger.ledgerservice.api;

import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Put;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.validation.Validated;
import io.quotaledger.ledgerservice.api.Results.PlanResult;
import io.quotaledger.ledgerservice.api.Results.PriceBookResult;
import io.quotaledger.ledgerservice.api.Results.RefusedTenant;
import io.quotaledger.ledgerservice.config.ConfigWriter;
import io.quotaledger.ledgerservice.config.PlanFanOut;
import io.quotaledger.schemas.avro.Outcome;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Plans and price books. */
@Controller("/v1")
@Validated
@Tag(name = "Catalog")
class CatalogController {
    private final ConfigWriter writer;
    private final PlanFanOut fanOut;

    CatalogController(ConfigWriter writer, PlanFanOut fanOut) {
        this.writer = writer;
        this.fanOut = fanOut;
    }

    /** Makes this the latest version of a plan, for all its tenants. The same content is no new version. */
    @Put("/plans/{planId}")
    @AnswersProblems
    CompletionStage<PlanResult> putPlan(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String planId,
            @Body @Valid PlanRequest body,
            Authentication actor) {
        return writer.put(body.toRecord(planId)).thenCompose(plan -> fanOut.assign(plan, actor.getName())
                .thenApply(outcomes -> result(planId, plan.getVersion(), outcomes)));
    }

    /** Makes this the latest version of a price book. The same content is no new version. */
    @Put("/price-books/{priceBookId}")
    @AnswersProblems
    CompletionStage<PriceBookResult> putPriceBook(
            @PathVariable @Pattern(regexp = Fields.ID, message = Fields.ID_FAULT) String priceBookId,
            @Body @Valid PriceBookRequest body) {
        return writer.put(body.toRecord(priceBookId))
                .thenApply(book -> new PriceBookResult(priceBookId, book.getVersion()));
    }

    private static PlanResult result(String planId, long version, List<Outcome> outcomes) {
        var refused = outcomes.stream()
                .filter(outcome -> !outcome.getAccepted())
                .map(outcome -> new RefusedTenant(outcome.getTenantId(), outcome.getCode(), outcome.getDetail()))
                .toList();
        return new PlanResult(planId, version, outcomes.size() - refused.size(), refused);
    }
}
