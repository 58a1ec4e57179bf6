package io.quotaledger.quickstart.model;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The model server's own books: one delivery per call that carried a script. */
public final class Deliveries {
    private final Map<String, Delivery> byCall = new ConcurrentHashMap<>();

    void record(Delivery delivery) {
        byCall.put(delivery.callId(), delivery);
    }

    /** What was delivered for a call; null if the call never came. */
    public @Nullable Delivery of(String callId) {
        return byCall.get(callId);
    }

    /** All of them, in no order. */
    public Collection<Delivery> all() {
        return List.copyOf(byCall.values());
    }
}
