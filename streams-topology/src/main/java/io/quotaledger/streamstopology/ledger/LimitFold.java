package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.LimitChanged;
import io.quotaledger.streamstopology.ledger.Payload.PlanAssigned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of budgets change, for one scope or by a new plan. The accounts of the current period and, if it is open
 * already, the next one change by the difference.
 */
final class LimitFold {
    private final PeriodCalendar calendar;

    LimitFold(PeriodCalendar calendar) {
        this.calendar = calendar;
    }

    Effects apply(LimitChanged command, LedgerState state, Instant appendTime) {
        var tenant = state.tenant();
        if (tenant == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        var scope = state.scope(command.level(), command.scope());
        var budget = command.budget();
        var refusal = refusal(budget, scope, tenant);
        if (refusal != null || scope == null) {
            return answer(refusal);
        }
        var changed = scope.withOverride(budget);
        var scopes = new ArrayList<>(state.scopes());
        scopes.replaceAll(other -> other.equals(scope) ? changed : other);
        var tooLong = PlanRules.pathRefusal(tenant.plan(), scopes);
        if (tooLong != null) {
            return answer(tooLong);
        }
        var booking = new Booking(state, appendTime);
        draftCurrent(booking, scope, budget, tenant, state, appendTime);
        draftNextIfOpen(booking, scope, budget, tenant, state, appendTime);
        for (var draft : booking.drafts()) {
            if (budget.limit() != null && budget.limit() < draft.balance().used()) {
                return answer(belowUse(budget.limit(), draft.balance()));
            }
            draft.limit(budget.limit());
        }
        var effects = new Effects.Builder()
                .scope(changed)
                .config(ScopeFold.configOf(changed, tenant))
                .outcome(Outcome.ACCEPTED);
        return booking.finish(effects, EntryKind.LIMIT_CHANGED, null, null).build();
    }

    /** A new plan never fails on what is in use: such a budget keeps that much until its period is over. */
    Effects apply(PlanAssigned command, LedgerState state, Instant appendTime) {
        var tenant = state.tenant();
        var plan = command.plan();
        if (tenant == null) {
            return Effects.answer(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        if (plan.planId().equals(tenant.plan().planId())
                && plan.version() < tenant.plan().version()) {
            return Effects.answer(
                    OutcomeCode.STALE_PLAN,
                    "version " + plan.version() + " is older than "
                            + tenant.plan().version());
        }
        var scopes = state.scopes();
        var refusal = PlanRules.refusal(plan, scopes);
        if (refusal != null) {
            return answer(refusal);
        }
        var replanned = tenant.withPlan(plan);
        var effects = new Effects.Builder().tenant(replanned).outcome(Outcome.ACCEPTED);
        var booking = new Booking(state, appendTime);
        for (var scope : scopes) {
            ScopeFold.openWallets(effects, scope, plan, state);
            effects.config(ScopeFold.configOf(scope, replanned));
            changeBudgets(booking, scope, tenant, plan, state, appendTime);
        }
        return booking.finish(effects, EntryKind.LIMIT_CHANGED, null, null).build();
    }

    private void changeBudgets(
            Booking booking, Scope scope, Tenant tenant, Plan plan, LedgerState state, Instant appendTime) {
        var before = scope.accounts(tenant.plan());
        for (var budget : scope.accounts(plan)) {
            if (budget.isWallet() || before.contains(budget)) {
                continue;
            }
            var current = calendar.at(budget.period(), tenant.zone(), appendTime);
            var next = calendar.at(budget.period(), tenant.zone(), current.until());
            for (var window : List.of(current, next)) {
                var id = idOf(scope, budget, window);
                var account = state.account(id);
                if (account != null) {
                    var draft = booking.add(id, new AccountDraft(account, false));
                    draft.limit(
                            budget.limit() == null
                                    ? null
                                    : (Long) Math.max(
                                            budget.limit(), draft.balance().used()));
                }
            }
        }
    }

    private void draftCurrent(
            Booking booking, Scope scope, AccountLimit budget, Tenant tenant, LedgerState state, Instant now) {
        var window = calendar.at(budget.period(), tenant.zone(), now);
        var id = idOf(scope, budget, window);
        var account = state.account(id);
        booking.add(
                id,
                account != null
                        ? new AccountDraft(account, false)
                        : new AccountDraft(Account.empty(id, budget.limit() == null, window.until()), true));
    }

    private void draftNextIfOpen(
            Booking booking, Scope scope, AccountLimit budget, Tenant tenant, LedgerState state, Instant now) {
        var current = calendar.at(budget.period(), tenant.zone(), now);
        var id = idOf(scope, budget, calendar.at(budget.period(), tenant.zone(), current.until()));
        var account = state.account(id);
        if (account != null) {
            booking.add(id, new AccountDraft(account, false));
        }
    }

    private static AccountId idOf(Scope scope, AccountLimit budget, PeriodCalendar.Window window) {
        return new AccountId(scope.level(), scope.id(), budget.meter(), window.id());
    }

    private static @Nullable Outcome refusal(AccountLimit budget, @Nullable Scope scope, Tenant tenant) {
        if (scope == null) {
            return new Outcome(OutcomeCode.UNKNOWN_SCOPE, "there is no such org, app or key");
        }
        if (!tenant.plan().meters().contains(budget.meter())) {
            return new Outcome(OutcomeCode.UNKNOWN_METER, "the plan has no meter " + budget.meter());
        }
        if (budget.isWallet()) {
            return new Outcome(OutcomeCode.INVALID_PERIOD, "a wallet has no limit, it is funded by grants");
        }
        if (budget.limit() != null && !Amounts.isAmount(budget.limit())) {
            return new Outcome(
                    OutcomeCode.AMOUNT_OUT_OF_RANGE, "limit " + budget.limit() + " is not from 0 to 2^53 - 1");
        }
        return null;
    }

    private static Outcome belowUse(long limit, Balance balance) {
        return new Outcome(
                OutcomeCode.LIMIT_BELOW_USE,
                "limit %d is below %d in use (reserved %d, consumed %d)"
                        .formatted(limit, balance.used(), balance.reserved(), balance.consumed()));
    }

    private static Effects answer(@Nullable Outcome refusal) {
        if (refusal == null) {
            throw new BrokenInvariantException("a refusal has a reason");
        }
        return Effects.answer(refusal.code(), refusal.detail());
    }
}
