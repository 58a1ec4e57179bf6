package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.streamstopology.state.StoreNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/** The accounts of all tenants that one instance of the topology owns, by partition; safe for all threads. */
public final class OwnedAccounts {
    /** Less than every character of a key: what follows a key directly. */
    private static final String NEXT = " ";

    private final KafkaStreams streams;
    private final StreamsStores stores;

    /** Of a Kafka Streams application that runs the ledger topology. */
    public OwnedAccounts(KafkaStreams streams) {
        this.streams = streams;
        this.stores = new StreamsStores(streams);
    }

    /**
     * The partitions that are here now.
     *
     * @throws StoreNotReadyException if that is being decided, or the application does not run
     */
    public SortedSet<Integer> partitions() {
        try {
            var partitions = new TreeSet<Integer>();
            for (var thread : streams.metadataForLocalThreads()) {
                thread.activeTasks()
                        .forEach(task -> partitions.add(task.taskId().partition()));
            }
            return partitions;
        } catch (InvalidStateStoreException | IllegalStateException e) {
            throw new StoreNotReadyException(StoreNames.ACCOUNT, e);
        }
    }

    /**
     * A page of the accounts of a partition, in an order that does not change.
     *
     * @param after the last account of the page before; empty for the first page
     * @param most how many at most, from 1; fewer only if there are no more
     * @throws StoreNotReadyException if the partition is not here now
     */
    public List<AccountState> page(int partition, Optional<AccountState> after, int most) {
        try {
            var store = stores.<AccountState>store(StoreNames.ACCOUNT, partition);
            var from = after.map(last -> AccountKeys.compactionKey(last.getTenantId(), last.getAccount()) + NEXT);
            var page = new ArrayList<AccountState>();
            try (var found = from.isPresent() ? store.range(from.get(), null) : store.all()) {
                while (page.size() < most && found.hasNext()) {
                    page.add(found.next().value);
                }
            }
            return page;
        } catch (InvalidStateStoreException | IllegalStateException e) {
            throw new StoreNotReadyException(StoreNames.ACCOUNT, e);
        }
    }
}
