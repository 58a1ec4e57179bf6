package io.quotaledger.streamstopology;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.StoreStamp;
import io.quotaledger.streamstopology.ledger.StoreInstruction;
import io.quotaledger.streamstopology.records.Accounts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the scripts of design.md section 6 do to accounts, in maps: three figures, an epoch and an update number each. */
final class RedisModel {
    /** Figures of one account. */
    static final class Figures {
        long granted;
        long reserved;
        long consumed;
        long epoch;
        long update;

        boolean has(long amount) {
            return granted - reserved - consumed >= amount;
        }
    }

    private final Map<AccountRef, Figures> accounts = new HashMap<>();
    private final Set<String> closed = new HashSet<>();
    private final Set<String> receipts = new HashSet<>();

    @Nullable
    Figures figures(AccountRef account) {
        return accounts.get(account);
    }

    /** The first account of the path that is absent. */
    @Nullable
    AccountRef absent(List<AccountRef> path) {
        return path.stream()
                .filter(account -> !accounts.containsKey(account))
                .findFirst()
                .orElse(null);
    }

    /** Holds on the whole path if all have the amount; the stamps, or null if refused. */
    @Nullable
    Map<AccountRef, StoreStamp> admit(String reservation, List<AccountRef> path, long amount) {
        for (var account : path) {
            var figures = accounts.get(account);
            if (figures == null || !figures.has(amount)) {
                return null;
            }
        }
        receipts.add(reservation);
        return change(path, amount, 0);
    }

    /** Closes a receipt; without one nothing changes and there are no stamps; null if it was closed before. */
    @Nullable
    Map<AccountRef, StoreStamp> close(String reservation, List<AccountRef> path, long held, long consumed) {
        if (!closed.add(reservation)) {
            return null;
        }
        return receipts.contains(reservation) ? change(path, -held, consumed) : Map.of();
    }

    /** Applies an instruction; the epoch in which an update left a gap, else 0. */
    long apply(StoreInstruction instruction) {
        var account = Accounts.ref(instruction.account());
        var figures = accounts.get(account);
        if (instruction instanceof StoreInstruction.Seed seed) {
            if (figures == null || figures.epoch < seed.epoch()) {
                var fresh = new Figures();
                fresh.granted = seed.figures().granted();
                fresh.reserved = seed.figures().reserved();
                fresh.consumed = seed.figures().consumed();
                fresh.epoch = seed.epoch();
                accounts.put(account, fresh);
            }
        } else if (instruction instanceof StoreInstruction.Update update
                && figures != null
                && figures.epoch == update.epoch()
                && update.number() > figures.update) {
            if (update.number() != figures.update + 1) {
                return figures.epoch;
            }
            figures.granted += update.delta().granted();
            figures.reserved += update.delta().reserved();
            figures.consumed += update.delta().consumed();
            figures.update = update.number();
        }
        return 0;
    }

    void flush() {
        accounts.clear();
        receipts.clear();
        closed.clear();
    }

    void drop(AccountRef account) {
        accounts.remove(account);
    }

    private Map<AccountRef, StoreStamp> change(List<AccountRef> path, long reserved, long consumed) {
        var stamps = new HashMap<AccountRef, StoreStamp>();
        for (var account : path) {
            var figures = accounts.get(account);
            if (figures != null) {
                figures.reserved += reserved;
                figures.consumed += consumed;
                stamps.put(account, new StoreStamp(figures.epoch, 0L));
            }
        }
        return stamps;
    }
}
