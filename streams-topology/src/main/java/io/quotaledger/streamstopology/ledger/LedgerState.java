package io.quotaledger.streamstopology.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the fold may read of the tenant an event belongs to; each answer is as of the event before. */
public interface LedgerState {
    /** The tenant, or null if it was never opened. */
    @Nullable
    Tenant tenant();

    /** An org, app or key. */
    @Nullable
    Scope scope(Level level, String scope);

    /** All of them, in a fixed order. */
    List<Scope> scopes();

    /** An account. */
    @Nullable
    Account account(AccountId id);

    /** Updates of an account's current life after one number, up to another; those of the last event are not in it. */
    List<PendingUpdate> updates(AccountId id, long after, long upTo);

    /** A reservation. */
    @Nullable
    Reservation reservation(String reservationId);

    /** A grant. */
    @Nullable
    Grant grant(String grantId);

    /** The answer to an earlier command or seed request. */
    @Nullable
    CommandRecord command(String eventId);
}
