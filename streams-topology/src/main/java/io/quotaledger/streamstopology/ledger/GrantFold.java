package io.quotaledger.streamstopology.ledger;

import io.quotaledger.streamstopology.ledger.Payload.GrantIssued;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Grants fund wallets, at once or later, and expire. */
final class GrantFold {
    private GrantFold() {}

    static Effects apply(GrantIssued command, LedgerState state, Instant appendTime) {
        var refusal = refusal(command, state, appendTime);
        if (refusal != null) {
            return Effects.answer(refusal.code(), refusal.detail());
        }
        var effectiveAt = command.effectiveAt() == null ? appendTime : command.effectiveAt();
        var isPending = effectiveAt.isAfter(appendTime);
        var grant = new Grant(
                command.grantId(),
                command.wallet(),
                command.amount(),
                command.priority(),
                effectiveAt,
                command.expiresAt(),
                isPending ? Grant.State.PENDING : Grant.State.ACTIVE);
        var effects = new Effects.Builder().grant(grant).outcome(Outcome.ACCEPTED);
        if (isPending) {
            return effects.build();
        }
        var booking = fund(grant, state, appendTime);
        return booking.outOfRange() != null
                ? Effects.answer(OutcomeCode.AMOUNT_OUT_OF_RANGE, "the wallet would exceed 2^53 - 1")
                : booking.finish(effects, EntryKind.GRANTED, null, null).build();
    }

    static Effects activate(String grantId, LedgerState state, Instant appendTime) {
        var grant = state.grant(grantId);
        if (grant == null || grant.state() != Grant.State.PENDING) {
            return Effects.NONE;
        }
        var booking = fund(grant, state, appendTime);
        return booking.outOfRange() != null
                ? Effects.unbookable("wallet of grant " + grantId + " would exceed 2^53 - 1")
                : booking.finish(
                                new Effects.Builder().grant(grant.in(Grant.State.ACTIVE)),
                                EntryKind.GRANTED,
                                null,
                                null)
                        .build();
    }

    static Effects expire(String grantId, LedgerState state, Instant appendTime) {
        var grant = state.grant(grantId);
        if (grant == null || grant.state() == Grant.State.EXPIRED) {
            return Effects.NONE;
        }
        var effects = new Effects.Builder().grant(grant.in(Grant.State.EXPIRED));
        var account = state.account(grant.wallet());
        if (grant.state() == Grant.State.PENDING || account == null) {
            return effects.build();
        }
        var booking = new Booking(state, appendTime);
        booking.add(grant.wallet(), new AccountDraft(account, false)).lapse(grantId);
        return booking.finish(effects, EntryKind.GRANT_EXPIRED, null, null).build();
    }

    private static Booking fund(Grant grant, LedgerState state, Instant appendTime) {
        var account = state.account(grant.wallet());
        var booking = new Booking(state, appendTime);
        booking.add(
                        grant.wallet(),
                        new AccountDraft(
                                account == null ? Account.empty(grant.wallet(), false, null) : account,
                                account == null))
                .fund(new LiveGrant(grant.grantId(), grant.amount(), grant.priority(), grant.expiresAt(), false));
        return booking;
    }

    private static @Nullable Outcome refusal(GrantIssued command, LedgerState state, Instant appendTime) {
        var tenant = state.tenant();
        var wallet = command.wallet();
        if (tenant == null) {
            return new Outcome(OutcomeCode.UNKNOWN_TENANT, "there is no such tenant");
        }
        var scope = state.scope(wallet.level(), wallet.scope());
        if (scope == null) {
            return new Outcome(OutcomeCode.UNKNOWN_SCOPE, "there is no such org, app or key");
        }
        if (!tenant.plan().meters().contains(wallet.meter())) {
            return new Outcome(OutcomeCode.UNKNOWN_METER, "the plan has no meter " + wallet.meter());
        }
        var isOnPath = scope.accounts(tenant.plan()).stream()
                .anyMatch(account -> account.isWallet() && account.meter().equals(wallet.meter()));
        if (!isOnPath) {
            return new Outcome(OutcomeCode.UNKNOWN_WALLET, "the plan has no such wallet");
        }
        if (command.amount() < 1 || !Amounts.isAmount(command.amount())) {
            return new Outcome(OutcomeCode.AMOUNT_OUT_OF_RANGE, "amount must be from 1 to 2^53 - 1");
        }
        if (state.grant(command.grantId()) != null) {
            return new Outcome(OutcomeCode.GRANT_EXISTS, "grant " + command.grantId() + " is issued already");
        }
        var effectiveAt = command.effectiveAt();
        var begin = effectiveAt != null && effectiveAt.isAfter(appendTime) ? effectiveAt : appendTime;
        if (command.expiresAt() != null && !command.expiresAt().isAfter(begin)) {
            return new Outcome(OutcomeCode.EXPIRY_IN_PAST, "it would expire before it can be used");
        }
        return null;
    }
}
