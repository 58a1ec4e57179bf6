package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.state.Deadline;
import io.quotaledger.schemas.avro.state.DeadlineKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/** What is due when, in order of time. A deadline of something that ended meanwhile may stay until it is due. */
public final class Deadlines {
    private final KeyValueStore<String, Deadline> store;

    public Deadlines(KeyValueStore<String, Deadline> store) {
        this.store = store;
    }

    /** Notes a deadline. */
    public void set(Instant due, DeadlineKind kind, String tenantId, String id) {
        store.put(StoreKeys.ofDeadline(due, kind, tenantId, id), new Deadline(kind, tenantId, id));
    }

    /** Forgets a deadline. */
    public void clear(Instant due, DeadlineKind kind, String tenantId, String id) {
        store.delete(StoreKeys.ofDeadline(due, kind, tenantId, id));
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
        try (var found = store.range(group, group + StoreKeys.beforeTime(until.plusMillis(1)))) {
            while (found.hasNext() && due.size() < most) {
                due.add(found.next());
            }
        }
        due.forEach(deadline -> store.delete(deadline.key));
        return due.stream().map(deadline -> deadline.value).toList();
    }
}
