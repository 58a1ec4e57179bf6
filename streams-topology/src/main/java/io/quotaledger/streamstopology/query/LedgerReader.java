package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.GrantState;
import io.quotaledger.schemas.avro.state.ReservationState;
import io.quotaledger.schemas.avro.state.ScopeState;
import io.quotaledger.schemas.avro.state.TenantState;
import io.quotaledger.streamstopology.state.StoreKeys;
import io.quotaledger.streamstopology.state.StoreNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * Answers about a tenant out of the topology's stores; safe for all threads. What it says is what the fold has committed or
 * is about to commit. Every method throws {@link StoreNotReadyException} if the store is not open here now; it never
 * answers with less than there is.
 */
public final class LedgerReader {
    private static final int MAX_LIMIT = 1_000;

    private final TenantStores stores;
    private final JournalReader journal;
    private final SnapshotReader snapshots;

    public LedgerReader(TenantStores stores) {
        this.stores = stores;
        this.journal = new JournalReader(stores);
        this.snapshots = new SnapshotReader(stores);
    }

    /**
     * Reads the stores of a Kafka Streams application that runs the ledger topology. Its {@code application.server} must be
     * set: without it Kafka Streams does not say which partition a tenant is in, and no store is ever ready.
     */
    public static LedgerReader of(KafkaStreams streams) {
        return new LedgerReader(new StreamsStores(streams));
    }

    /** The tenant, if it was opened. */
    public Optional<TenantState> tenant(String tenantId) {
        return get(StoreNames.TENANT, tenantId, tenantId);
    }

    /** An org ({@code -}), app, or key ({@code app/key}) of a tenant. */
    public Optional<ScopeState> scope(String tenantId, Level level, String scope) {
        return get(StoreNames.SCOPE, tenantId, StoreKeys.ofScope(tenantId, level, scope));
    }

    /** Orgs, apps and keys of a tenant, by level and scope. */
    public List<ScopeState> scopes(String tenantId) {
        return this.<ScopeState>all(StoreNames.SCOPE, tenantId);
    }

    /** Balances of all accounts of a tenant, by level, scope, meter and period; none for an unknown tenant. */
    public List<AccountBalance> balances(String tenantId) {
        return accounts(tenantId).stream().map(LedgerReader::balanceOf).toList();
    }

    /** The same accounts with all the ledger knows of them. */
    public List<AccountState> accounts(String tenantId) {
        return all(StoreNames.ACCOUNT, tenantId);
    }

    /** One account with all the ledger knows of it. */
    public Optional<AccountState> account(String tenantId, AccountRef account) {
        return get(StoreNames.ACCOUNT, tenantId, AccountKeys.compactionKey(tenantId, account));
    }

    /** A reservation; closed ones are remembered for the retention. */
    public Optional<ReservationState> reservation(String tenantId, String reservationId) {
        return get(StoreNames.RESERVATION, tenantId, StoreKeys.of(tenantId, reservationId));
    }

    /** A grant. */
    public Optional<GrantState> grant(String tenantId, String grantId) {
        return get(StoreNames.GRANT, tenantId, StoreKeys.of(tenantId, grantId));
    }

    /**
     * A page of the journal, oldest first: by time and number if level, scope and meter are all given, else by number.
     *
     * @param cursor {@link JournalPage#next} of the page before with the same filter; empty for the first page
     * @param limit most entries in the page, 1 to 1,000
     * @throws IllegalArgumentException if the cursor is none of this filter, or the limit is out of range
     */
    public JournalPage journal(String tenantId, JournalFilter filter, Optional<String> cursor, int limit) {
        requireInRange(limit);
        return journal.page(tenantId, filter, cursor, limit);
    }

    /**
     * A page of the snapshots, newest first. Those that matched are kept for a day, all others for the retention.
     *
     * @param cursor {@link SnapshotPage#next} of the page before with the same filter; empty for the first page
     * @param limit most snapshots in the page, 1 to 1,000
     * @throws IllegalArgumentException if the cursor is none, or the limit is out of range
     */
    public SnapshotPage snapshots(String tenantId, SnapshotFilter filter, Optional<String> cursor, int limit) {
        requireInRange(limit);
        return snapshots.page(tenantId, filter, cursor, limit);
    }

    private static void requireInRange(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + MAX_LIMIT);
        }
    }

    private <V> Optional<V> get(String store, String tenantId, String key) {
        try {
            return Optional.ofNullable(stores.<V>store(store, tenantId).get(key));
        } catch (InvalidStateStoreException e) {
            throw new StoreNotReadyException(store, e);
        }
    }

    private <V> List<V> all(String store, String tenantId) {
        try (var keys = new StringSerializer();
                var found = stores.<V>store(store, tenantId).prefixScan(StoreKeys.ofTenant(tenantId), keys)) {
            var values = new ArrayList<V>();
            found.forEachRemaining(entry -> values.add(entry.value));
            return values;
        } catch (InvalidStateStoreException e) {
            throw new StoreNotReadyException(store, e);
        }
    }

    private static AccountBalance balanceOf(AccountState state) {
        return AccountBalance.newBuilder()
                .setTenantId(state.getTenantId())
                .setAccount(state.getAccount())
                .setBalance(state.getBalance())
                .setUncapped(state.getUncapped())
                .setNumber(state.getNumber())
                .setTime(state.getTime())
                .build();
    }
}
