package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.Deadline;
import io.quotaledger.schemas.avro.state.DeadlineKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What is due when, in order of time. A deadline of something that ended meanwhile may stay until it is due.
 *
 * <p>One object has a task's store, for as long as it is open: it remembers up to where it has taken everything out. A deleted deadline leaves
 * a mark in the store until files are merged, and a look from the very first deadline would walk over those of all calls that have ended.
 */
public final class Deadlines {
    private final KeyValueStore<String, Deadline> store;
    /** No deadline of the group is before it; a group that is not in here was not looked at yet. */
    private final Map<String, String> emptyBefore = new HashMap<>();

    Deadlines(KeyValueStore<String, Deadline> store) {
        this.store = store;
    }

    /** Notes a deadline. */
    public void set(Instant due, DeadlineKind kind, String tenantId, String id) {
        var key = StoreKeys.ofDeadline(due, kind, tenantId, id);
        store.put(key, new Deadline(kind, tenantId, id));
        emptyBefore.computeIfPresent(
                StoreKeys.groupOf(kind), (group, before) -> key.compareTo(before) < 0 ? key : before);
    }

    /** Forgets a deadline. */
    public void clear(Instant due, DeadlineKind kind, String tenantId, String id) {
        forget(StoreKeys.ofDeadline(due, kind, tenantId, id));
    }

    /** Takes out the earliest deadlines, at most so many, at which the ledger has to act by this time. */
    public List<Deadline> takeActions(Instant until, int most) {
        return take(StoreKeys.ACT, until, most);
    }

    /** Takes out the earliest deadlines, at most so many, at which the stores may forget by this time. */
    public List<Deadline> takeForgettings(Instant until, int most) {
        return take(StoreKeys.FORGET, until, most);
    }

    private List<Deadline> take(String group, Instant until, int most) {
        var due = new ArrayList<KeyValue<String, Deadline>>();
        var from = emptyBefore.getOrDefault(group, group);
        var end = group + StoreKeys.beforeTime(until.plusMillis(1));
        if (from.compareTo(end) >= 0) {
            return List.of();
        }
        try (var found = store.range(from, end)) {
            while (found.hasNext() && due.size() < most) {
                due.add(found.next());
            }
        }
        due.forEach(deadline -> forget(deadline.key));
        emptyBefore.put(group, due.size() < most ? end : due.get(due.size() - 1).key);
        return due.stream().map(deadline -> deadline.value).toList();
    }

    /** A delete would read the deadline first, to return it. */
    private void forget(String key) {
        store.put(key, null);
    }
}
