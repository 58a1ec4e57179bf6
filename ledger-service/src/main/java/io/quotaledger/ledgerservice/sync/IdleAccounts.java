package io.quotaledger.ledgerservice.sync;

import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Has accounts dropped from Redis that nobody has used for long, as the ledger's own state tells: walks through the accounts that
 * this instance owns, a page at a time, again and again with pauses.
 */
@Singleton
final class IdleAccounts {
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int WALKS_BEFORE_DROP = 10;

    private final LedgerRunner ledger;
    private final Dropper dropper;
    private final Clock clock;
    private final Duration dropAfter;
    private final int page;
    private final Queue<Integer> partitions = new ArrayDeque<>();
    private @Nullable AccountState last;
    private Instant nextWalk = Instant.MIN;

    IdleAccounts(LedgerRunner ledger, Dropper dropper, Clock clock, ReconciliationSettings settings) {
        this.ledger = ledger;
        this.dropper = dropper;
        this.clock = clock;
        this.dropAfter = settings.dropIdleAfter();
        this.page = settings.batch();
    }

    /**
     * Looks at the next page, if a walk is due or under way.
     *
     * @return idle accounts that could not be dropped because something is under way, or Redis holds something else
     */
    List<AccountKey> goOn() {
        var now = clock.instant();
        if (dropAfter.isZero() || now.isBefore(nextWalk)) {
            return List.of();
        }
        try {
            if (partitions.isEmpty()) {
                partitions.addAll(ledger.owned().partitions());
            }
            var partition = partitions.peek();
            var accounts = partition == null
                    ? List.<AccountState>of()
                    : ledger.owned().page(partition, Optional.ofNullable(last), page);
            passed(accounts, now);
            return drop(accounts, now);
        } catch (StoreNotReadyException e) { // They may be another instance's now.
            partitions.clear();
            passed(List.of(), now);
            return List.of();
        }
    }

    private void passed(List<AccountState> accounts, Instant now) {
        if (accounts.size() == page) {
            last = accounts.get(page - 1);
            return;
        }
        last = null;
        partitions.poll();
        if (partitions.isEmpty()) {
            var pause = dropAfter.dividedBy(WALKS_BEFORE_DROP);
            nextWalk = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        }
    }

    private List<AccountKey> drop(List<AccountState> accounts, Instant now) {
        var others = new ArrayList<AccountKey>();
        var atRest = new ArrayList<StoredAccount>();
        for (var account : accounts) {
            if (KnownAccounts.isInRedis(account, now)
                    && KnownAccounts.usedAt(account).plus(dropAfter).isBefore(now)) {
                KnownAccounts.atRest(account)
                        .ifPresentOrElse(
                                atRest::add,
                                () -> others.add(AccountKey.of(account.getTenantId(), account.getAccount())));
            }
        }
        others.addAll(dropper.drop(atRest));
        return others;
    }
}
