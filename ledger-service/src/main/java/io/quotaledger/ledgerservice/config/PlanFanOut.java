package io.quotaledger.ledgerservice.config;

import io.quotaledger.ledgerservice.command.Commands;
import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.schemas.avro.Outcome;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.PlanAssigned;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.TenantConfig;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells each tenant that is behind about the latest version of its plan, as a command of its own, since the fold reads nothing
 * but its log. A fan-out that was cut short is made up for by the next one: at the next PUT of the plan or the next start.
 */
@Singleton
public final class PlanFanOut {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFanOut.class);
    private static final int BATCH = 200;
    private static final String ACTOR = "service";

    private final ConfigView view;
    private final Commands commands;
    private final InstanceSettings instance;
    private final Clock clock;

    PlanFanOut(ConfigView view, Commands commands, InstanceSettings instance, Clock clock) {
        this.view = view;
        this.commands = commands;
        this.instance = instance;
        this.clock = clock;
    }

    /** Brings all tenants of the plan that are behind to this version; what the fold said to each. */
    public CompletionStage<List<Outcome>> assign(Plan plan, String actor) {
        var behind =
                view.tenants().stream().filter(tenant -> isBehind(tenant, plan)).toList();
        CompletionStage<List<Outcome>> done = CompletableFuture.completedStage(new ArrayList<>());
        for (int from = 0; from < behind.size(); from += BATCH) {
            var batch = behind.subList(from, Math.min(behind.size(), from + BATCH));
            done = done.thenCompose(outcomes -> assignAll(batch, plan, actor, outcomes));
        }
        return done;
    }

    /** Brings one tenant to the latest version of its plan, if it is behind. */
    public CompletionStage<Void> catchUp(String tenantId, long version, String planId) {
        return view.plan(planId)
                .filter(plan -> plan.getVersion() > version)
                .map(plan -> commands.send(event(tenantId, plan, ACTOR)).<Void>thenApply(outcome -> null))
                .orElseGet(() -> CompletableFuture.completedStage(null));
    }

    /** Brings all tenants to the latest version of their plans, in the background. */
    public void catchUpAll() {
        for (var plan : view.plans()) {
            assign(plan, ACTOR).whenComplete((outcomes, failure) -> {
                if (failure != null) {
                    LOG.warn("Tenants of plan {} are behind: {}", plan.getPlanId(), failure.toString());
                }
            });
        }
    }

    private static boolean isBehind(TenantConfig tenant, Plan plan) {
        return tenant.getPlanId().equals(plan.getPlanId()) && tenant.getPlanVersion() < plan.getVersion();
    }

    private CompletionStage<List<Outcome>> assignAll(
            List<TenantConfig> tenants, Plan plan, String actor, List<Outcome> outcomes) {
        var sent = tenants.stream()
                .map(tenant ->
                        commands.send(event(tenant.getTenantId(), plan, actor)).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).thenApply(all -> {
            sent.forEach(outcome -> outcomes.add(outcome.join()));
            return outcomes;
        });
    }

    private QuotaEvent event(String tenantId, Plan plan, String actor) {
        return QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(tenantId)
                .setTime(clock.instant())
                .setSource(instance.source())
                .setActor(actor)
                .setReason("plan " + plan.getPlanId() + " version " + plan.getVersion())
                .setPlanAssigned(new PlanAssigned(plan))
                .build();
    }
}
