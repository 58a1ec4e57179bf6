package io.quotaledger.ledgerservice.sync;

import io.quotaledger.quotastore.AccountKey;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Which accounts something happened to: those to be compared next, and those that Redis should hold. */
@Singleton
final class AccountActivity {
    private final Duration activeFor;
    private final Set<AccountKey> due = new LinkedHashSet<>();
    private final Map<AccountKey, Instant> active = new ConcurrentHashMap<>();

    AccountActivity(ReconciliationSettings settings) {
        this.activeFor = settings.activeFor();
    }

    /** Something happened to an account at that time; nothing is noted of what is too long ago. */
    void note(AccountKey account, Instant time, Instant now) {
        if (time.plus(activeFor).isBefore(now)) {
            return;
        }
        active.merge(account, time, (before, after) -> before.isAfter(after) ? before : after);
        synchronized (due) {
            due.add(account);
        }
    }

    /** Takes the accounts to which something happened since the last call, each once, those of a tenant together. */
    List<AccountKey> takeDue() {
        synchronized (due) {
            var byTenant = due.stream()
                    .collect(Collectors.groupingBy(AccountKey::tenantId, TreeMap::new, Collectors.toList()));
            due.clear();
            return byTenant.values().stream().flatMap(List::stream).toList();
        }
    }

    /** The accounts that are active, by bucket. */
    Map<Integer, List<AccountKey>> activeByBucket(Instant now) {
        active.values().removeIf(time -> time.plus(activeFor).isBefore(now));
        return new ArrayList<>(active.keySet()).stream().collect(Collectors.groupingBy(AccountKey::bucket));
    }
}
