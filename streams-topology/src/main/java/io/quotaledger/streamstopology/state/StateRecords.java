package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.CommandState;
import io.quotaledger.schemas.avro.state.GrantPhase;
import io.quotaledger.schemas.avro.state.GrantState;
import io.quotaledger.schemas.avro.state.LiveGrantState;
import io.quotaledger.schemas.avro.state.ScopeState;
import io.quotaledger.schemas.avro.state.TenantState;
import io.quotaledger.streamstopology.ledger.Account;
import io.quotaledger.streamstopology.ledger.CommandRecord;
import io.quotaledger.streamstopology.ledger.Grant;
import io.quotaledger.streamstopology.ledger.LiveGrant;
import io.quotaledger.streamstopology.ledger.LiveGrants;
import io.quotaledger.streamstopology.ledger.Outcome;
import io.quotaledger.streamstopology.ledger.OutcomeCode;
import io.quotaledger.streamstopology.ledger.Scope;
import io.quotaledger.streamstopology.ledger.Tenant;
import io.quotaledger.streamstopology.records.Accounts;
import io.quotaledger.streamstopology.records.Plans;
import io.quotaledger.streamstopology.records.Symbols;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;

/** Values of the ledger as records of the stores, and back. Back means through the constructors that check them. */
public final class StateRecords {
    private StateRecords() {}

    static Tenant tenant(TenantState state) {
        return new Tenant(
                state.getTenantId(),
                state.getName(),
                ZoneId.of(state.getTimezone()),
                Plans.plan(state.getPlanId(), state.getPlanVersion(), state.getMeters(), state.getLimits()));
    }

    static TenantState state(Tenant tenant) {
        return TenantState.newBuilder()
                .setTenantId(tenant.tenantId())
                .setName(tenant.name())
                .setTimezone(tenant.zone().getId())
                .setPlanId(tenant.plan().planId())
                .setPlanVersion(tenant.plan().version())
                .setMeters(tenant.plan().meters().stream().sorted().toList())
                .setLimits(Plans.limits(tenant.plan()))
                .build();
    }

    static Scope scope(ScopeState state) {
        return new Scope(
                Accounts.level(state.getLevel()),
                state.getScope(),
                state.getName(),
                state.getKeyHash(),
                state.getOverrides().stream().map(Accounts::limit).toList());
    }

    static ScopeState state(Scope scope) {
        return ScopeState.newBuilder()
                .setLevel(Accounts.level(scope.level()))
                .setScope(scope.id())
                .setName(scope.name())
                .setKeyHash(scope.keyHash())
                .setOverrides(scope.overrides().stream().map(Accounts::limit).toList())
                .build();
    }

    static Account account(AccountState state) {
        return new Account(
                Accounts.id(state.getAccount()),
                Accounts.balance(state.getBalance()),
                state.getUncapped(),
                state.getEndsAt(),
                LifeRecords.life(state),
                state.getOpenHolds(),
                new LiveGrants(
                        state.getGrants().stream().map(StateRecords::grant).toList()));
    }

    /**
     * An account's record.
     *
     * @param number number of the last journal entry that moved it; 0 if none
     * @param time time of that entry, or of the event that opened the account
     */
    public static AccountState state(Account account, String tenantId, long number, Instant time) {
        return LifeRecords.write(account.life(), AccountState.newBuilder())
                .setTenantId(tenantId)
                .setAccount(Accounts.ref(account.id()))
                .setBalance(Accounts.balance(account.balance()))
                .setUncapped(account.uncapped())
                .setEndsAt(account.endsAt())
                .setOpenHolds(account.openHolds())
                .setGrants(account.grants().inBurnOrder().stream()
                        .map(StateRecords::state)
                        .toList())
                .setNumber(number)
                .setTime(time)
                .build();
    }

    private static LiveGrant grant(LiveGrantState state) {
        return new LiveGrant(
                state.getGrantId(), state.getRemaining(), state.getPriority(), state.getExpiresAt(), state.getLapsed());
    }

    private static LiveGrantState state(LiveGrant grant) {
        return new LiveGrantState(
                grant.grantId(), grant.remaining(), grant.priority(), grant.expiresAt(), grant.lapsed());
    }

    static Grant grant(GrantState state) {
        return new Grant(
                state.getGrantId(),
                Accounts.id(state.getWallet()),
                state.getAmount(),
                state.getPriority(),
                state.getEffectiveAt(),
                state.getExpiresAt(),
                Symbols.same(Grant.State.class, state.getPhase()));
    }

    static GrantState state(Grant grant) {
        return new GrantState(
                grant.grantId(),
                Accounts.ref(grant.wallet()),
                grant.amount(),
                grant.priority(),
                grant.effectiveAt(),
                grant.expiresAt(),
                Symbols.same(GrantPhase.class, grant.state()));
    }

    static CommandRecord command(CommandState state) {
        var code = OutcomeCode.valueOf(state.getCode().toUpperCase(Locale.ROOT));
        return new CommandRecord(
                state.getEventId(), state.getDigest(), new Outcome(code, state.getDetail()), state.getKeptSince());
    }

    static CommandState state(CommandRecord command) {
        return new CommandState(
                command.eventId(),
                command.digest(),
                command.outcome().code().word(),
                command.outcome().detail(),
                command.keptSince());
    }
}
