package io.quotaledger.streamstopology.query;

import io.quotaledger.streamstopology.state.StoreNames;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores of a running Kafka Streams application; only the active copy of the tenant's partition answers. */
final class StreamsStores implements TenantStores {
    private final KafkaStreams streams;
    private final StringSerializer keys = new StringSerializer();

    StreamsStores(KafkaStreams streams) {
        this.streams = streams;
    }

    @Override
    public <V> ReadOnlyKeyValueStore<String, V> store(String name, String tenantId) {
        return store(name, owner(name, tenantId).partition());
    }

    /**
     * A store of a partition.
     *
     * @throws StoreNotReadyException if the partition is not here now
     */
    <V> ReadOnlyKeyValueStore<String, V> store(String name, int partition) {
        try {
            return streams.store(
                    StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.<String, V>keyValueStore())
                            .withPartition(partition));
        } catch (InvalidStateStoreException | IllegalStateException e) {
            throw new StoreNotReadyException(name, e);
        }
    }

    /**
     * The partition of a tenant and who had it at the last rebalance.
     *
     * @param name store that is asked for
     * @throws StoreNotReadyException if there has been none yet, or no {@code application.server} is set
     */
    KeyQueryMetadata owner(String name, String tenantId) {
        try {
            var metadata = streams.queryMetadataForKey(StoreNames.TENANT, tenantId, keys);
            if (metadata == null || metadata.equals(KeyQueryMetadata.NOT_AVAILABLE)) {
                throw new InvalidStateStoreException(
                        "the group has no assignment yet, or application.server is not set");
            }
            return metadata;
        } catch (InvalidStateStoreException | IllegalStateException e) {
            throw new StoreNotReadyException(name, e);
        }
    }
}
