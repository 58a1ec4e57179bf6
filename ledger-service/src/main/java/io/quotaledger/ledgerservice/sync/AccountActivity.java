package io.quotaledger.ledgerservice.sync;

import io.quotaledger.quotastore.AccountKey;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
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
    private final Map<Integer, Map<AccountKey, Instant>> activeByBucket = new ConcurrentHashMap<>();

    AccountActivity(ReconciliationSettings settings) {
        this.activeFor = settings.activeFor();
    }

    /** Something happened to an account at that time; nothing is noted of what is too long ago. */
    void note(AccountKey account, Instant time, Instant now) {
        if (remember(account, time, now)) {
            synchronized (due) {
                due.add(account);
            }
        }
    }

    /** Something happened to an account at that time, and it was compared since; whether that is not too long ago. */
    boolean remember(AccountKey account, Instant time, Instant now) {
        if (time.plus(activeFor).isBefore(now)) {
            return false;
        }
        activeByBucket
                .computeIfAbsent(account.bucket(), unused -> new ConcurrentHashMap<>())
                .merge(account, time, (before, after) -> before.isAfter(after) ? before : after);
        return true;
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

    /** Forgets the accounts that are not active any more. */
    void forget(Instant now) {
        activeByBucket.values().forEach(active -> active.values()
                .removeIf(time -> time.plus(activeFor).isBefore(now)));
    }

    /** Buckets in which accounts are active. */
    List<Integer> buckets() {
        return activeByBucket.entrySet().stream()
                .filter(bucket -> !bucket.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The accounts of a bucket that are active. */
    List<AccountKey> activeIn(int bucket) {
        return List.copyOf(activeByBucket.getOrDefault(bucket, Map.of()).keySet());
    }
}
