package io.quotaledger.streamstopology.outputs;

import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.Verdict;
import io.quotaledger.streamstopology.state.StoreKeys;
import io.quotaledger.streamstopology.state.StoreNames;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The snapshots of each tenant, to be looked up: those that matched for a day, all others for the retention. What is too old is deleted
 * a few at a time whenever one is added.
 */
public final class Snapshots {
    private static final Duration MATCHED_KEPT_FOR = Duration.ofDays(1);
    private static final int DELETED_AT_ONCE = 4;

    private final KeyValueStore<String, Snapshot> store;
    private final Duration retention;

    /** The snapshots in the store of a processor's task. */
    public Snapshots(ProcessingContext context, Duration retention) {
        this.store = context.getStateStore(StoreNames.SNAPSHOT);
        this.retention = retention;
    }

    /** Keeps a snapshot. */
    public void add(Snapshot snapshot) {
        store.put(StoreKeys.ofSnapshot(snapshot), snapshot);
        var isMatched = snapshot.getVerdict() == Verdict.MATCHED;
        var oldest = snapshot.getTime().minus(isMatched ? MATCHED_KEPT_FOR : retention);
        if (oldest.isAfter(Instant.EPOCH)) { // Else the clock of Redis stands near its beginning.
            deleteBefore(oldest, StoreKeys.ofSnapshots(snapshot.getTenantId(), isMatched));
        }
    }

    private void deleteBefore(Instant oldest, String group) {
        try (var old = store.range(group + StoreKeys.newestFirst(oldest), group + StoreKeys.AFTER_ALL)) {
            for (int i = 0; i < DELETED_AT_ONCE && old.hasNext(); i++) {
                store.delete(old.next().key);
            }
        }
    }
}
