package io.quotaledger.streamstopology.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The drafts of all accounts one event touches, and what comes out of them. */
final class Booking {
    private final LinkedHashMap<AccountId, AccountDraft> drafts = new LinkedHashMap<>();

    AccountDraft add(AccountId id, AccountDraft draft) {
        drafts.put(id, draft);
        return draft;
    }

    @Nullable
    AccountDraft get(AccountId id) {
        return drafts.get(id);
    }

    Collection<AccountDraft> drafts() {
        return drafts.values();
    }

    /** The first account whose figures would leave the range, if any; to be asked before {@link #finish}. */
    @Nullable
    AccountId outOfRange() {
        for (var draft : drafts.entrySet()) {
            if (!draft.getValue().isInRange()) {
                return draft.getKey();
            }
        }
        return null;
    }

    /** Adds accounts, corrections for Redis and the entry to the effects. */
    Effects.Builder finish(
            Effects.Builder effects, EntryKind kind, @Nullable String reservationId, @Nullable Call call) {
        var movements = new ArrayList<Entry.Movement>();
        drafts.forEach((id, draft) -> {
            var correction = draft.correction();
            if (draft.isChanged()) {
                effects.account(draft.after(), draft.isBalanceNew());
            }
            if (!draft.postings().isEmpty()) {
                movements.add(new Entry.Movement(id, draft.postings(), draft.balance()));
            }
            if (correction != null) {
                effects.instruction(correction);
            }
        });
        return movements.isEmpty() ? effects : effects.entry(new Entry(kind, reservationId, call, movements));
    }
}
