package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.AppOpened;
import io.quotaledger.streamstopology.ledger.Payload.KeyIssued;
import io.quotaledger.streamstopology.ledger.Payload.TenantOpened;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/** Tenants, apps and keys begin. Their wallets exist from then on, with nothing in them. */
final class ScopeFold {
    private ScopeFold() {}

    static Effects apply(TenantOpened command, String tenantId, LedgerState state) {
        if (state.tenant() != null) {
            return Effects.answer(OutcomeCode.TENANT_EXISTS, "tenant " + tenantId + " is open already");
        }
        ZoneId zone;
        try {
            zone = ZoneId.of(command.timezone());
        } catch (DateTimeException e) {
            return Effects.answer(OutcomeCode.INVALID_TIMEZONE, "no IANA zone: " + command.timezone());
        }
        var org = new Scope(Level.ORG, AccountId.NONE, command.name(), null, List.of());
        var refusal = PlanRules.refusal(command.plan(), List.of(org));
        if (refusal != null) {
            return Effects.answer(refusal.code(), refusal.detail());
        }
        var tenant = new Tenant(tenantId, command.name(), zone, command.plan());
        return open(new Effects.Builder().tenant(tenant), org, tenant, state);
    }

    static Effects apply(AppOpened command, LedgerState state) {
        var tenant = state.tenant();
        if (tenant == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        if (state.scope(Level.APP, command.appId()) != null) {
            return Effects.answer(OutcomeCode.APP_EXISTS, "app " + command.appId() + " is open already");
        }
        var app = new Scope(Level.APP, command.appId(), command.name(), null, List.of());
        return open(new Effects.Builder(), app, tenant, state);
    }

    static Effects apply(KeyIssued command, LedgerState state) {
        var tenant = state.tenant();
        if (tenant == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        if (state.scope(Level.APP, command.appId()) == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_APP, "there is no app " + command.appId());
        }
        var id = command.appId() + "/" + command.keyId();
        if (state.scope(Level.KEY, id) != null) {
            return Effects.answer(OutcomeCode.KEY_EXISTS, "key " + id + " is issued already");
        }
        var key = new Scope(Level.KEY, id, "", command.keyHash(), List.of());
        return open(new Effects.Builder(), key, tenant, state);
    }

    private static Effects open(Effects.Builder effects, Scope scope, Tenant tenant, LedgerState state) {
        openWallets(effects, scope, tenant.plan(), state);
        return effects.scope(scope)
                .config(configOf(scope, tenant))
                .outcome(Outcome.ACCEPTED)
                .build();
    }

    /** Opens the wallets of a scope that do not exist yet. */
    static void openWallets(Effects.Builder effects, Scope scope, Plan plan, LedgerState state) {
        for (var limit : scope.accounts(plan)) {
            var id = AccountId.wallet(scope.level(), scope.id(), limit.meter());
            if (limit.isWallet() && state.account(id) == null) {
                effects.account(Account.empty(id, false, null), true);
            }
        }
    }

    static ConfigChange configOf(Scope scope, Tenant tenant) {
        var accounts = scope.accounts(tenant.plan());
        return switch (scope.level()) {
            case ORG -> new ConfigChange.OfTenant(tenant, accounts);
            case APP -> new ConfigChange.OfApp(scope.id(), scope.name(), accounts);
            case KEY ->
                new ConfigChange.OfKey(
                        scope.appId(), scope.id().substring(scope.appId().length() + 1), hashOf(scope), accounts);
            case USER -> throw new BrokenInvariantException("users have no config of their own");
        };
    }

    private static String hashOf(Scope key) {
        if (key.keyHash() == null) {
            throw new BrokenInvariantException("a key has a hash: " + key.id());
        }
        return key.keyHash();
    }
}
