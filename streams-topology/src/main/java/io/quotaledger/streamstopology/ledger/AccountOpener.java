package io.quotaledger.streamstopology.ledger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Opens an account that an event names for the first time, with the limit in force. */
final class AccountOpener {
    private static final Duration SEED_TOLERANCE = Duration.ofDays(1);

    private final LedgerState state;
    private final PeriodCalendar calendar;

    AccountOpener(LedgerState state, PeriodCalendar calendar) {
        this.state = state;
        this.calendar = calendar;
    }

    /** What an account that does not exist yet begins with. */
    private record Terms(
            @Nullable Instant endsAt,
            @Nullable Instant beginsAt,
            boolean isKnown,
            @Nullable Long limit) {}

    /**
     * A draft of the account for an event that is booked in any case: one that no plan knows is opened with nothing
     * granted; null if the tenant is unknown or the period is none.
     */
    @Nullable
    AccountDraft draft(AccountId id) {
        var account = state.account(id);
        if (account != null) {
            return new AccountDraft(account, false);
        }
        var terms = terms(id);
        return terms == null ? null : open(id, terms);
    }

    /** A draft of the account for a seed; null if no plan knows it or its period is too far away. */
    @Nullable
    AccountDraft draftForSeed(AccountId id, Instant now) {
        var account = state.account(id);
        if (account != null) {
            return new AccountDraft(account, false);
        }
        var terms = terms(id);
        return terms == null || !terms.isKnown() || !isNear(terms, now) ? null : open(id, terms);
    }

    private static boolean isNear(Terms terms, Instant now) {
        return terms.endsAt() == null
                || terms.beginsAt() == null
                || (!isLongOver(terms.endsAt(), now) && !terms.beginsAt().isAfter(now.plus(SEED_TOLERANCE)));
    }

    /** Whether a period has ended so long ago that Redis needs no account of it; never for a wallet. */
    static boolean isLongOver(@Nullable Instant endsAt, Instant now) {
        return endsAt != null && endsAt.isBefore(now.minus(SEED_TOLERANCE));
    }

    private static AccountDraft open(AccountId id, Terms terms) {
        var isUncapped = terms.isKnown() && !id.isWallet() && terms.limit() == null;
        var draft = new AccountDraft(Account.empty(id, isUncapped, terms.endsAt()), true);
        if (terms.limit() != null) {
            draft.limit(terms.limit());
        }
        return draft;
    }

    private @Nullable Terms terms(AccountId id) {
        var tenant = state.tenant();
        if (tenant == null) {
            return null;
        }
        var scope = state.scope(id.level(), id.scope());
        if (scope != null) {
            for (var limit : scope.accounts(tenant.plan())) {
                var terms = limit.meter().equals(id.meter()) ? terms(tenant, limit, id.period()) : null;
                if (terms != null) {
                    return terms;
                }
            }
        }
        return unknown(tenant, id.period());
    }

    private @Nullable Terms terms(Tenant tenant, AccountLimit limit, String period) {
        if (limit.isWallet()) {
            return period.equals(AccountId.NONE) ? new Terms(null, null, true, null) : null;
        }
        var window = calendar.parse(limit.period(), tenant.zone(), period);
        return window == null ? null : new Terms(window.until(), window.from(), true, limit.limit());
    }

    private @Nullable Terms unknown(Tenant tenant, String period) {
        if (period.equals(AccountId.NONE)) {
            return new Terms(null, null, false, null);
        }
        for (var kind : PeriodKind.values()) {
            var window = kind == PeriodKind.NONE ? null : calendar.parse(kind, tenant.zone(), period);
            if (window != null) {
                return new Terms(window.until(), window.from(), false, null);
            }
        }
        return null;
    }
}
