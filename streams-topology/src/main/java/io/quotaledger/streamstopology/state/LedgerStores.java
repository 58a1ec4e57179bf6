package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.CommandState;
import io.quotaledger.schemas.avro.state.GrantState;
import io.quotaledger.schemas.avro.state.PendingUpdateState;
import io.quotaledger.schemas.avro.state.ReservationState;
import io.quotaledger.schemas.avro.state.ScopeState;
import io.quotaledger.schemas.avro.state.TenantState;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;

/** The open stores of one task that the fold's state and its deadlines are in. */
public record LedgerStores(
        KeyValueStore<String, TenantState> tenants,
        KeyValueStore<String, ScopeState> scopes,
        KeyValueStore<String, AccountState> accounts,
        KeyValueStore<String, PendingUpdateState> pendingUpdates,
        KeyValueStore<String, ReservationState> reservations,
        KeyValueStore<String, GrantState> grants,
        KeyValueStore<String, CommandState> commands,
        Deadlines deadlines) {
    /** The stores of a processor's task. */
    public static LedgerStores of(ProcessingContext context) {
        return new LedgerStores(
                context.getStateStore(StoreNames.TENANT),
                context.getStateStore(StoreNames.SCOPE),
                context.getStateStore(StoreNames.ACCOUNT),
                context.getStateStore(StoreNames.PENDING_UPDATE),
                context.getStateStore(StoreNames.RESERVATION),
                context.getStateStore(StoreNames.GRANT),
                context.getStateStore(StoreNames.COMMAND),
                new Deadlines(context.getStateStore(StoreNames.DEADLINE)));
    }
}
