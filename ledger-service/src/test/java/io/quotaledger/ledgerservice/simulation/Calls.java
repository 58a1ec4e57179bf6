package io.quotaledger.ledgerservice.simulation;

import io.quotaledger.quotastore.AccountKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The truth: every call that was made, what it holds and what it consumed. */
final class Calls {
    /** A call that was admitted, by Redis or without it. */
    static final class Made {
        final String id;
        final List<AccountKey> path;
        final long held;
        final int gateway;
        /** Redis had no part in its admission, or in its end. */
        boolean bypassed;
        /** What its end consumed; null while it runs, or if its gateway died before. */
        @Nullable
        Long consumed;
        /** Nobody closes it any more. */
        boolean abandoned;
        /** The executions that closed it. */
        final List<String> closings = new ArrayList<>();

        Made(String id, List<AccountKey> path, long held, int gateway) {
            this.id = id;
            this.path = path;
            this.held = held;
            this.gateway = gateway;
        }

        boolean isRunning() {
            return consumed == null && !abandoned;
        }
    }

    private final Map<String, Made> byId = new LinkedHashMap<>();

    Made add(Made call) {
        byId.put(call.id, call);
        return call;
    }

    List<Made> running() {
        return byId.values().stream().filter(Made::isRunning).toList();
    }

    /** What the calls consumed of each account, but for those whose end is nowhere on record. */
    Map<AccountKey, Long> consumed(World.EventLog log) {
        var consumed = new HashMap<AccountKey, Long>();
        for (var call : byId.values()) {
            if (call.consumed != null && call.closings.stream().anyMatch(log::has)) {
                call.path.forEach(account -> consumed.merge(account, call.consumed, Long::sum));
            }
        }
        return consumed;
    }

    /** Calls whose end is not on record though none of its events can have been lost. */
    List<String> lost(World.EventLog log, Set<String> canBeLost) {
        return byId.values().stream()
                .filter(call ->
                        !call.closings.isEmpty() && call.closings.stream().noneMatch(log::has))
                .filter(call -> !canBeLost.containsAll(call.closings))
                .map(call -> call.id)
                .toList();
    }

    /** What is taken of an account by calls that run and calls that ended. */
    long committed(AccountKey account, Set<String> expired) {
        return byId.values().stream()
                .filter(call -> call.path.contains(account))
                .mapToLong(call -> call.consumed != null ? call.consumed : expired.contains(call.id) ? 0 : call.held)
                .sum();
    }

    /** How much of it Redis need not know in time: what went past it, above a hold, or expired besides. */
    long unknowable(AccountKey account, Set<String> expired) {
        long sum = 0;
        for (var call : byId.values()) {
            if (call.path.contains(account)) {
                long consumed = call.consumed == null ? 0 : call.consumed;
                sum += call.bypassed ? call.held + consumed : Math.max(0, consumed - call.held);
                sum += call.consumed != null && expired.contains(call.id) ? call.held : 0;
            }
        }
        return sum;
    }
}
