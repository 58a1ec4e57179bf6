package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.streamstopology.state.StoreKeys;
import io.quotaledger.streamstopology.state.StoreNames;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * Pages through a tenant's snapshots, newest first. A cursor is the position after the last snapshot that was looked at; it stays valid
 * whatever is judged meanwhile.
 */
final class SnapshotReader {
    private static final Pattern CURSOR = Pattern.compile("\\d{19}\\|[^~]{1,400}");

    private final TenantStores stores;

    SnapshotReader(TenantStores stores) {
        this.stores = stores;
    }

    SnapshotPage page(String tenantId, SnapshotFilter filter, Optional<String> cursor, int limit) {
        if (cursor.isPresent() && !CURSOR.matcher(cursor.get()).matches()) {
            throw new IllegalArgumentException("the cursor is none of snapshots");
        }
        var newestFirst = new TreeMap<String, Snapshot>();
        try {
            for (var isMatched : new boolean[] {true, false}) {
                if (filter.includes(isMatched)) {
                    collect(newestFirst, tenantId, isMatched, filter, cursor, limit);
                }
            }
        } catch (InvalidStateStoreException e) {
            throw new StoreNotReadyException(StoreNames.SNAPSHOT, e);
        }
        var positions = new ArrayList<>(newestFirst.keySet());
        if (positions.size() <= limit) {
            return new SnapshotPage(new ArrayList<>(newestFirst.values()), Optional.empty());
        }
        var last = positions.get(limit - 1);
        return new SnapshotPage(new ArrayList<>(newestFirst.headMap(last, true).values()), Optional.of(last));
    }

    /** Adds one more than the page takes, so that it is seen whether another one follows. */
    private void collect(
            Map<String, Snapshot> newestFirst,
            String tenantId,
            boolean isMatched,
            SnapshotFilter filter,
            Optional<String> cursor,
            int limit) {
        var group = StoreKeys.ofSnapshots(tenantId, isMatched);
        var begin = filter.to() == null ? "" : StoreKeys.newestFirst(filter.to().minusMillis(1));
        var end = (filter.from() == null ? "" : StoreKeys.newestFirst(filter.from())) + StoreKeys.AFTER_ALL;
        var start = cursor.map(position -> position + " ")
                .filter(after -> after.compareTo(begin) > 0)
                .orElse(begin);
        if (start.compareTo(end) > 0) {
            return;
        }
        try (var found = stores.<Snapshot>store(StoreNames.SNAPSHOT, tenantId).range(group + start, group + end)) {
            for (int added = 0; added <= limit && found.hasNext(); ) {
                var next = found.next();
                if (filter.verdict() == null || filter.verdict() == next.value.getVerdict()) {
                    newestFirst.put(next.key.substring(group.length()), next.value);
                    added++;
                }
            }
        }
    }
}
