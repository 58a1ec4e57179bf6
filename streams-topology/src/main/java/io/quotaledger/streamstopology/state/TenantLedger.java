package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.DeadlineKind;
import io.quotaledger.streamstopology.ledger.Account;
import io.quotaledger.streamstopology.ledger.AccountId;
import io.quotaledger.streamstopology.ledger.BrokenInvariantException;
import io.quotaledger.streamstopology.ledger.CommandRecord;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Fold;
import io.quotaledger.streamstopology.ledger.Grant;
import io.quotaledger.streamstopology.ledger.LedgerState;
import io.quotaledger.streamstopology.ledger.Level;
import io.quotaledger.streamstopology.ledger.PendingUpdate;
import io.quotaledger.streamstopology.ledger.Reservation;
import io.quotaledger.streamstopology.ledger.Scope;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.ledger.Tenant;
import io.quotaledger.streamstopology.records.Accounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** One tenant's state in the stores, for the time of one event: what the fold reads, and where its effects go. */
public final class TenantLedger implements LedgerState {
    private final LedgerStores stores;
    private final Duration keepingTime;
    private final Duration checkpointGrace;
    private final String tenantId;
    private final Map<AccountId, @Nullable AccountState> loaded = new HashMap<>();
    private final Map<AccountId, AccountState> stored = new HashMap<>();
    private @Nullable Reservation reservationBefore;

    /**
     * @param retention as given to the fold
     * @param checkpointGrace as given to the fold
     */
    public TenantLedger(LedgerStores stores, Duration retention, Duration checkpointGrace, String tenantId) {
        this.stores = stores;
        this.keepingTime = Fold.keepingTime(retention);
        this.checkpointGrace = checkpointGrace;
        this.tenantId = tenantId;
    }

    @Override
    public @Nullable Tenant tenant() {
        var state = stores.tenants().get(tenantId);
        return state == null ? null : StateRecords.tenant(state);
    }

    @Override
    public @Nullable Scope scope(Level level, String scope) {
        var state = stores.scopes().get(StoreKeys.ofScope(tenantId, Accounts.level(level), scope));
        return state == null ? null : StateRecords.scope(state);
    }

    @Override
    public List<Scope> scopes() {
        try (var keys = new StringSerializer();
                var found = stores.scopes().prefixScan(StoreKeys.ofTenant(tenantId), keys)) {
            var scopes = new ArrayList<Scope>();
            found.forEachRemaining(entry -> scopes.add(StateRecords.scope(entry.value)));
            return scopes;
        }
    }

    @Override
    public @Nullable Account account(AccountId id) {
        var state = loaded(id);
        if (state == null) {
            return null;
        }
        check(
                state.getTenantId().equals(tenantId)
                        && Accounts.id(state.getAccount()).equals(id),
                id);
        return StateRecords.account(state);
    }

    @Override
    public List<PendingUpdate> updates(AccountId id, long after, long upTo) {
        var key = keyOf(id);
        var updates = new ArrayList<PendingUpdate>();
        if (after < upTo) {
            try (var found =
                    stores.pendingUpdates().range(StoreKeys.ofUpdate(key, after + 1), StoreKeys.ofUpdate(key, upTo))) {
                found.forEachRemaining(entry -> updates.add(LifeRecords.update(entry.value)));
            }
        }
        return updates;
    }

    @Override
    public @Nullable Reservation reservation(String reservationId) {
        var state = stores.reservations().get(StoreKeys.of(tenantId, reservationId));
        reservationBefore = state == null ? null : ReservationRecords.reservation(state);
        return reservationBefore;
    }

    @Override
    public @Nullable Grant grant(String grantId) {
        var state = stores.grants().get(StoreKeys.of(tenantId, grantId));
        return state == null ? null : StateRecords.grant(state);
    }

    @Override
    public @Nullable CommandRecord command(String eventId) {
        var state = stores.commands().get(StoreKeys.of(tenantId, eventId));
        return state == null ? null : StateRecords.command(state);
    }

    /**
     * Stores what the event changed.
     *
     * @param number number of its journal entry; 0 if nothing moved
     * @param time time of the event
     * @param appendTime when it was appended to the log
     */
    public void store(Effects effects, long number, Instant time, Instant appendTime) {
        if (effects.tenant() != null) {
            stores.tenants().put(tenantId, StateRecords.state(effects.tenant()));
        }
        for (var scope : effects.scopes()) {
            var key = StoreKeys.ofScope(tenantId, Accounts.level(scope.level()), scope.id());
            stores.scopes().put(key, StateRecords.state(scope));
        }
        var moved =
                effects.entry() == null ? List.<AccountId>of() : effects.entry().accounts();
        for (var account : effects.accounts()) {
            storeLife(account, effects.instructions(), appendTime);
            var state = state(account, moved.contains(account.id()), number, time);
            stores.accounts().put(keyOf(account.id()), state);
            stored.put(account.id(), state);
        }
        if (effects.reservation() != null) {
            store(effects.reservation());
        }
        if (effects.grant() != null) {
            store(effects.grant());
        }
        if (effects.command() != null) {
            store(effects.command());
        }
    }

    /** An account that the event has changed, as it was stored. */
    public AccountState latest(AccountId id) {
        var state = stored.get(id);
        if (state == null) {
            throw new IllegalArgumentException("the event has not changed " + id);
        }
        return state;
    }

    private AccountState state(Account account, boolean isMoved, long number, Instant time) {
        var before = loaded(account.id());
        return isMoved || before == null
                ? StateRecords.state(account, tenantId, isMoved ? number : 0, time)
                : StateRecords.state(account, tenantId, before.getNumber(), before.getTime());
    }

    /** Updates that are pending, and deadlines of the checkpoints that wait. */
    private void storeLife(Account account, List<StoreInstruction> instructions, Instant appendTime) {
        var key = keyOf(account.id());
        var life = account.life();
        var before = loaded(account.id());
        if (before != null) {
            var isSameLife = before.getEpoch() == life.epoch();
            var endedBy = isSameLife ? life.confirmedUpdate() : before.getUpdateNumber();
            for (long number = before.getConfirmedUpdate() + 1; number <= endedBy; number++) {
                stores.pendingUpdates().delete(StoreKeys.ofUpdate(key, number));
            }
        }
        for (var instruction : instructions) {
            if (instruction instanceof StoreInstruction.Update update
                    && update.account().equals(account.id())) {
                stores.pendingUpdates()
                        .put(StoreKeys.ofUpdate(key, update.number()), LifeRecords.state(update, life, appendTime));
            }
        }
        for (var waiting : life.checkpoints().waiting()) {
            var eventId = waiting.checkpoint().eventId();
            if (before == null || !isWaiting(before, eventId)) {
                stores.deadlines()
                        .set(
                                waiting.receivedAt().plus(checkpointGrace),
                                DeadlineKind.CHECKPOINT_OVERDUE,
                                tenantId,
                                StoreKeys.ofCheckpoint(key, eventId));
            }
        }
    }

    private static boolean isWaiting(AccountState state, String eventId) {
        return state.getWaitingCheckpoints().stream()
                .anyMatch(waiting -> waiting.getEventId().equals(eventId));
    }

    private void store(Reservation reservation) {
        var id = reservation.reservationId();
        stores.reservations().put(StoreKeys.of(tenantId, id), ReservationRecords.state(reservation, tenantId));
        var wasHeld = reservationBefore != null && reservationBefore.state() == Reservation.State.HELD;
        var isHeld = reservation.state() == Reservation.State.HELD;
        if (isHeld && !wasHeld && reservation.deadline() != null) {
            stores.deadlines().set(reservation.deadline(), DeadlineKind.EXPIRE_RESERVATION, tenantId, id);
        }
        if (wasHeld && !isHeld && reservation.deadline() != null) {
            stores.deadlines().clear(reservation.deadline(), DeadlineKind.EXPIRE_RESERVATION, tenantId, id);
        }
        var isNewlyKept =
                reservationBefore == null || !reservationBefore.keptSince().equals(reservation.keptSince()) || wasHeld;
        if (!isHeld && isNewlyKept) {
            stores.deadlines()
                    .set(reservation.keptSince().plus(keepingTime), DeadlineKind.FORGET_RESERVATION, tenantId, id);
        }
    }

    private void store(Grant grant) {
        stores.grants().put(StoreKeys.of(tenantId, grant.grantId()), StateRecords.state(grant));
        if (grant.state() == Grant.State.PENDING) {
            stores.deadlines().set(grant.effectiveAt(), DeadlineKind.ACTIVATE_GRANT, tenantId, grant.grantId());
        }
        if (grant.state() != Grant.State.EXPIRED && grant.expiresAt() != null) {
            stores.deadlines().set(grant.expiresAt(), DeadlineKind.EXPIRE_GRANT, tenantId, grant.grantId());
        }
    }

    private void store(CommandRecord command) {
        stores.commands().put(StoreKeys.of(tenantId, command.eventId()), StateRecords.state(command));
        stores.deadlines()
                .set(command.keptSince().plus(keepingTime), DeadlineKind.FORGET_COMMAND, tenantId, command.eventId());
    }

    private @Nullable AccountState loaded(AccountId id) {
        if (!loaded.containsKey(id)) {
            loaded.put(id, stores.accounts().get(keyOf(id)));
        }
        return loaded.get(id);
    }

    private String keyOf(AccountId id) {
        return AccountKeys.compactionKey(tenantId, Accounts.ref(id));
    }

    private static void check(boolean holds, Object subject) {
        if (!holds) {
            throw new BrokenInvariantException("a store holds under a key what belongs there: " + subject);
        }
    }
}
