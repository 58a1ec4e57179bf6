package io.quotaledger.streamstopology.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The drafts of all accounts one event touches, and what comes out of them. */
final class Booking {
    private final LinkedHashMap<AccountId, AccountDraft> drafts = new LinkedHashMap<>();
    private final Reconciliation reconciliation;

    /**
     * @param state as of the event before
     * @param appendTime when the event was appended
     */
    Booking(LedgerState state, Instant appendTime) {
        this.reconciliation = new Reconciliation(state, appendTime);
    }

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

    Reconciliation reconciliation() {
        return reconciliation;
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

    /** Adds accounts, the entry and what Redis must be told to the effects. */
    Effects.Builder finish(
            Effects.Builder effects, EntryKind kind, @Nullable String reservationId, @Nullable Call call) {
        var movements = new ArrayList<Entry.Movement>();
        drafts.forEach((id, draft) -> {
            if (!draft.postings().isEmpty()) {
                movements.add(new Entry.Movement(id, draft.postings(), draft.balance()));
            }
        });
        finish(effects);
        return movements.isEmpty() ? effects : effects.entry(new Entry(kind, reservationId, call, movements));
    }

    /** The same if nothing moved. */
    Effects.Builder finish(Effects.Builder effects) {
        for (var draft : drafts.values()) {
            draft.correctRedis();
            reconciliation.judge(draft, null);
            if (draft.isChanged()) {
                effects.account(draft.after(), draft.isBalanceNew());
            }
            draft.instructions().forEach(effects::instruction);
            draft.snapshots().forEach(effects::snapshot);
            draft.alerts().forEach(effects::alert);
        }
        return effects;
    }
}
