package io.quotaledger.ledgerservice.sync;

import io.quotaledger.ledgerservice.ledger.LedgerRunner;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that Redis was flushed, was started again, or another server has taken over, by a mark in each bucket that says in which
 * history of the server it was set. Asks for seeds of the active accounts that are gone, and has the others compared with the ledger:
 * they may have gone back in time, and nothing else would tell that of an account to which nothing happens any more.
 */
@Singleton
final class LostMemory {
    private static final Logger LOG = LoggerFactory.getLogger(LostMemory.class);

    private static final Duration SEED_TAKES_AT_MOST = Duration.ofSeconds(10);

    private final LettuceQuotaStore redis;
    private final SeedRequests seeds;
    private final Checkpointer checkpointer;
    private final LedgerRunner ledger;
    private final Clock clock;
    private final int batch;
    /**
     * No seed is asked for over one that is on its way. Half an interval, so that what Redis loses just after it was seeded is back
     * within two; the fold answers no request that comes too soon either.
     */
    private final Duration seedArrivesWithin;

    private final Map<Integer, Instant> askedAt = new HashMap<>();

    LostMemory(
            LettuceQuotaStore redis,
            SeedRequests seeds,
            Checkpointer checkpointer,
            LedgerRunner ledger,
            Clock clock,
            ReconciliationSettings settings) {
        this.redis = redis;
        this.seeds = seeds;
        this.checkpointer = checkpointer;
        this.ledger = ledger;
        this.clock = clock;
        this.batch = settings.batch();
        this.seedArrivesWithin = Collections.min(List.of(settings.interval().dividedBy(2), SEED_TAKES_AT_MOST));
    }

    /**
     * Looks at the buckets of the active accounts. A mark is set when nothing is missing any more and all was compared, so that nothing
     * is forgotten, whatever becomes of the requests.
     *
     * @throws java.util.concurrent.CompletionException if Redis or Kafka gives no answer
     */
    void mend(AccountActivity activity) {
        var now = clock.instant();
        askedAt.values().removeIf(time -> time.plus(seedArrivesWithin).isBefore(now));
        var history = redis.history().toCompletableFuture().join();
        Map<Integer, CompletableFuture<Optional<String>>> marks = new LinkedHashMap<>();
        for (var bucket : activity.buckets()) {
            if (!askedAt.containsKey(bucket)) {
                marks.put(bucket, redis.findMark(bucket).toCompletableFuture());
            }
        }
        marks.forEach((bucket, mark) -> {
            if (!mark.join().equals(Optional.of(history))) {
                mend(bucket, activity.activeIn(bucket), history, now);
            }
        });
    }

    private void mend(int bucket, List<AccountKey> accounts, String history, Instant now) {
        int missing = 0;
        int requested = 0;
        boolean isCompared = true;
        for (int from = 0; from < accounts.size(); from += batch) {
            var some = accounts.subList(from, Math.min(from + batch, accounts.size()));
            var absent = absent(some);
            isCompared &= checkpointer
                    .take(some.stream()
                            .filter(account -> !absent.containsKey(account))
                            .toList())
                    .isEmpty();
            var requests = absent.entrySet().stream()
                    .filter(account ->
                            account.getValue().plus(seedArrivesWithin).isBefore(now))
                    .map(account -> seeds.requestAbsent(account.getKey()).toCompletableFuture())
                    .toList();
            requests.forEach(CompletableFuture::join);
            missing += absent.size();
            requested += requests.size();
        }
        if (missing == 0 && isCompared) {
            redis.mark(bucket, history).toCompletableFuture().join();
        } else if (requested > 0) {
            askedAt.put(bucket, now);
            LOG.warn("Redis has lost bucket {}: asked for seeds of {} active accounts", bucket, requested);
        }
    }

    /** Those that Redis should hold and does not, with when they were seeded last. */
    private Map<AccountKey, Instant> absent(List<AccountKey> accounts) {
        Map<AccountKey, Instant> expected = new LinkedHashMap<>();
        accounts.forEach(account -> seededAt(account).ifPresent(time -> expected.put(account, time)));
        Map<AccountKey, CompletableFuture<Optional<StoredAccount>>> answers = new LinkedHashMap<>();
        expected.keySet()
                .forEach(account -> answers.put(account, redis.inspect(account).toCompletableFuture()));
        answers.forEach((account, answer) -> {
            if (answer.join().isPresent()) {
                expected.remove(account);
            }
        });
        return expected;
    }

    /**
     * When the last seed of an account was made; long ago if another instance must know. Empty if Redis need not hold it.
     */
    private Optional<Instant> seededAt(AccountKey account) {
        try {
            return ledger.reader()
                    .account(account.tenantId(), account.toRef())
                    .filter(state -> KnownAccounts.isInRedis(state, clock.instant()))
                    .map(AccountState::getSeededAt);
        } catch (StoreNotReadyException e) {
            return Optional.of(Instant.EPOCH);
        }
    }
}
