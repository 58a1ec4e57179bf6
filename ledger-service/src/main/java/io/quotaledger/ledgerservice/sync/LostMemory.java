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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that Redis was flushed or came back empty, by a marker in each bucket, and asks for seeds of the active accounts
 * that it does not hold any more.
 */
@Singleton
final class LostMemory {
    private static final Logger LOG = LoggerFactory.getLogger(LostMemory.class);

    /** A seed may take so long; none is asked for over one that is on its way. */
    private static final Duration SEED_ARRIVES_WITHIN = Duration.ofSeconds(10);

    private final LettuceQuotaStore redis;
    private final SeedRequests seeds;
    private final LedgerRunner ledger;
    private final Clock clock;
    private final int batch;
    private final Map<Integer, Instant> askedAt = new HashMap<>();

    LostMemory(
            LettuceQuotaStore redis,
            SeedRequests seeds,
            LedgerRunner ledger,
            Clock clock,
            ReconciliationSettings settings) {
        this.redis = redis;
        this.seeds = seeds;
        this.ledger = ledger;
        this.clock = clock;
        this.batch = settings.batch();
    }

    /**
     * Looks at the buckets of the active accounts. A marker is set when nothing is missing any more, so that nothing is forgotten,
     * whatever becomes of the requests.
     *
     * @throws java.util.concurrent.CompletionException if Redis or Kafka gives no answer
     */
    void mend(AccountActivity activity) {
        var now = clock.instant();
        askedAt.values().removeIf(time -> time.plus(SEED_ARRIVES_WITHIN).isBefore(now));
        Map<Integer, CompletableFuture<Boolean>> marked = new LinkedHashMap<>();
        for (var bucket : activity.buckets()) {
            if (!askedAt.containsKey(bucket)) {
                marked.put(bucket, redis.isMarked(bucket).toCompletableFuture());
            }
        }
        marked.forEach((bucket, isMarked) -> {
            if (!isMarked.join()) {
                mend(bucket, activity.activeIn(bucket), now);
            }
        });
    }

    private void mend(int bucket, List<AccountKey> accounts, Instant now) {
        int missing = 0;
        int requested = 0;
        for (int from = 0; from < accounts.size(); from += batch) {
            var absent = absent(accounts.subList(from, Math.min(from + batch, accounts.size())));
            var requests = absent.entrySet().stream()
                    .filter(account ->
                            account.getValue().plus(SEED_ARRIVES_WITHIN).isBefore(now))
                    .map(account -> seeds.requestAbsent(account.getKey()).toCompletableFuture())
                    .toList();
            requests.forEach(CompletableFuture::join);
            missing += absent.size();
            requested += requests.size();
        }
        if (missing == 0) {
            redis.mark(bucket).toCompletableFuture().join();
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
     * When the last seed of an account was made; long ago if another instance must know. Empty if Redis was never given it or its period
     * is over.
     */
    private Optional<Instant> seededAt(AccountKey account) {
        try {
            return ledger.reader()
                    .account(account.tenantId(), account.toRef())
                    .filter(state ->
                            state.getEndsAt() == null || clock.instant().isBefore(state.getEndsAt()))
                    .map(AccountState::getSeededAt);
        } catch (StoreNotReadyException e) {
            return Optional.of(Instant.EPOCH);
        }
    }
}
