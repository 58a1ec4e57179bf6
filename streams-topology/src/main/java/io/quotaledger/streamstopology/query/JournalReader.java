package io.quotaledger.streamstopology.query;

import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.streamstopology.state.StoreKeys;
import io.quotaledger.streamstopology.state.StoreNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Pages through a tenant's journal. A cursor is the position after the last entry that was looked at: a number, or time and
 * number in the index of one level, scope and meter; it stays valid whatever is booked meanwhile.
 */
final class JournalReader {
    /** Entries looked at for one page; a filter that finds little gives a short page with a cursor. */
    private static final int MAX_LOOKED_AT = 20_000;

    private static final Pattern NUMBER = Pattern.compile("\\d{19}");
    private static final Pattern TIME_AND_NUMBER = Pattern.compile("\\d{19}\\|\\d{19}");

    private final TenantStores stores;

    JournalReader(TenantStores stores) {
        this.stores = stores;
    }

    JournalPage page(String tenantId, JournalFilter filter, Optional<String> cursor, int limit) {
        try {
            if (filter.level() == null || filter.scope() == null || filter.meter() == null) {
                return byNumber(tenantId, filter, cursor, limit);
            }
            var history = StoreKeys.ofHistory(tenantId, filter.level(), filter.scope(), filter.meter());
            return byTime(tenantId, history, filter, cursor, limit);
        } catch (InvalidStateStoreException e) {
            throw new StoreNotReadyException(StoreNames.JOURNAL, e);
        }
    }

    private JournalPage byNumber(String tenantId, JournalFilter filter, Optional<String> cursor, int limit) {
        var tenant = StoreKeys.ofTenant(tenantId);
        var from = tenant + after(cursor, NUMBER);
        return collect(
                StoreNames.JOURNAL,
                tenantId,
                tenant,
                from,
                tenant + StoreKeys.AFTER_ALL,
                limit,
                (JournalEntry entry) -> matches(entry, filter) ? entry : null);
    }

    private JournalPage byTime(
            String tenantId, String history, JournalFilter filter, Optional<String> cursor, int limit) {
        var from = cursor.isPresent() || filter.from() == null
                ? history + after(cursor, TIME_AND_NUMBER)
                : history + StoreKeys.beforeTime(filter.from());
        var to = history + (filter.to() == null ? StoreKeys.AFTER_ALL : StoreKeys.beforeTime(filter.to()));
        var journal = stores.<JournalEntry>store(StoreNames.JOURNAL, tenantId);
        return collect(
                StoreNames.JOURNAL_BY_ACCOUNT,
                tenantId,
                history,
                from,
                to,
                limit,
                (Long number) -> journal.get(StoreKeys.ofEntry(tenantId, number)));
    }

    private <V> JournalPage collect(
            String store,
            String tenantId,
            String prefix,
            String from,
            String to,
            int limit,
            Function<V, @Nullable JournalEntry> entryOf) {
        var entries = new ArrayList<JournalEntry>();
        if (from.compareTo(to) > 0) {
            return new JournalPage(entries, Optional.empty());
        }
        try (var found = stores.<V>store(store, tenantId).range(from, to)) {
            var last = from;
            for (int looked = 0; found.hasNext(); looked++) {
                if (entries.size() == limit || looked == MAX_LOOKED_AT) {
                    return new JournalPage(entries, Optional.of(last.substring(prefix.length())));
                }
                var next = found.next();
                last = next.key;
                var entry = entryOf.apply(next.value);
                if (entry != null) {
                    entries.add(entry);
                }
            }
        }
        return new JournalPage(entries, Optional.empty());
    }

    /** What keys begin with or exceed after the cursor's position. */
    private static String after(Optional<String> cursor, Pattern form) {
        if (cursor.isEmpty()) {
            return "";
        }
        if (!form.matcher(cursor.get()).matches()) {
            throw new IllegalArgumentException("the cursor is none of this journal and filter");
        }
        return cursor.get() + " ";
    }

    private static boolean matches(JournalEntry entry, JournalFilter filter) {
        return isIn(entry.getTime(), filter)
                && entry.getMovements().stream()
                        .map(movement -> movement.getAccount())
                        .anyMatch(account -> (filter.level() == null || filter.level() == account.getLevel())
                                && (filter.scope() == null || filter.scope().equals(account.getScope()))
                                && (filter.meter() == null || filter.meter().equals(account.getMeter())));
    }

    private static boolean isIn(Instant time, JournalFilter filter) {
        return (filter.from() == null || !time.isBefore(filter.from()))
                && (filter.to() == null || time.isBefore(filter.to()));
    }
}
