package io.quotaledger.ledgerservice.simulation;

import io.quotaledger.quotastore.AccountKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Checks each admission against the truth: what is committed of an account is never more than its funds, but for what Redis cannot
 * know ({@link Calls#unknowable}) and what it was made to forget: by an edit, by going back in time, or by a seed that was made before
 * an event had reached the ledger.
 */
final class Oversell {
    private record Execution(String eventId, List<AccountKey> path, long amount) {}

    /** What a seed leaves out, as far as it is known when it is made. */
    record Omission(long unfolded, int executionsBefore) {}

    private final Calls calls;
    private final ToLongFunction<AccountKey> granted;
    private final Set<String> expired;
    private final List<Execution> executions = new ArrayList<>();
    private final Set<String> folded = new HashSet<>();
    private final Map<AccountKey, Long> forgotten = new HashMap<>();
    private final Map<AccountKey, Long> mostGranted = new HashMap<>();

    /**
     * @param granted what the ledger has granted an account; -1 if it is not capped
     * @param expired reservations that the ledger has expired, as a view
     */
    Oversell(Calls calls, ToLongFunction<AccountKey> granted, Set<String> expired) {
        this.calls = calls;
        this.granted = granted;
        this.expired = expired;
    }

    /** A script took or gave back up to so much of each account. */
    void executed(String eventId, List<AccountKey> path, long amount) {
        executions.add(new Execution(eventId, path, amount));
    }

    void folded(String eventId) {
        folded.add(eventId);
    }

    boolean isFolded(String eventId) {
        return folded.contains(eventId);
    }

    int executions() {
        return executions.size();
    }

    /** Redis is as it was after so many executions. */
    void rewound(int executionsBefore) {
        for (var execution : executions.subList(executionsBefore, executions.size())) {
            execution.path().forEach(account -> forget(account, execution.amount()));
        }
    }

    void forget(AccountKey account, long amount) {
        forgotten.merge(account, amount, Long::sum);
    }

    /** The ledger makes a seed. */
    Omission omission(AccountKey account) {
        var unfolded = executions.stream()
                .filter(execution -> execution.path().contains(account) && !folded.contains(execution.eventId()))
                .mapToLong(Execution::amount)
                .sum();
        return new Omission(unfolded, executions.size());
    }

    /** Redis takes it. */
    void seeded(AccountKey account, Omission omission) {
        forget(account, omission.unfolded());
        for (var execution : executions.subList(omission.executionsBefore(), executions.size())) {
            if (execution.path().contains(account)) {
                forget(account, execution.amount());
            }
        }
    }

    /** A call has just been admitted on these accounts. */
    void check(List<AccountKey> path) {
        for (var account : path) {
            long funds = mostGranted.merge(account, granted.applyAsLong(account), Oversell::more);
            long allowed = funds + calls.unknowable(account, expired) + forgotten.getOrDefault(account, 0L);
            long committed = calls.committed(account, expired);
            if (funds >= 0 && committed > allowed) {
                throw new AssertionError("%s is oversold: %d committed, %d funded, %d that Redis could not know"
                        .formatted(account, committed, funds, allowed - funds));
            }
        }
    }

    private static long more(long before, long now) {
        return before < 0 || now < 0 ? -1 : Math.max(before, now);
    }
}
