package io.quotaledger.streamstopology.query;

import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Where {@link LedgerReader} finds the store that holds a tenant. */
public interface TenantStores {
    /**
     * The store of this name that holds the tenant's part.
     *
     * @throws StoreNotReadyException if it is not open here now
     */
    <V> ReadOnlyKeyValueStore<String, V> store(String name, String tenantId);
}
