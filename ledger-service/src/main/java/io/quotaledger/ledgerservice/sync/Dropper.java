package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.Dropped;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreFigures;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops accounts from Redis and publishes that. */
@Singleton
final class Dropper {
    private static final Logger LOG = LoggerFactory.getLogger(Dropper.class);
    private static final String DROPS = "quota.reconciliation.drops";

    private final LettuceQuotaStore redis;
    private final StorePublisher publisher;
    private final Counter dropped;
    private final Counter changed;
    private final Counter failed;

    Dropper(LettuceQuotaStore redis, StorePublisher publisher, MeterRegistry registry) {
        this.redis = redis;
        this.publisher = publisher;
        this.dropped = registry.counter(DROPS, "result", "dropped");
        this.changed = registry.counter(DROPS, "result", "changed");
        this.failed = registry.counter(DROPS, "result", "failed");
    }

    /** Drops accounts side by side and waits for it; those of which Redis holds something else, which stay. */
    List<AccountKey> drop(List<StoredAccount> accounts) {
        Map<AccountKey, CompletableFuture<Optional<StoredEvent>>> answers = new LinkedHashMap<>();
        for (var account : accounts) {
            var key = account.balance().key();
            answers.put(key, redis.drop(template(key), account).toCompletableFuture());
        }
        var others = new ArrayList<AccountKey>();
        answers.forEach((key, answer) -> {
            try {
                var event = answer.join();
                event.ifPresentOrElse(publisher::publish, () -> others.add(key));
                (event.isPresent() ? dropped : changed).increment();
            } catch (CompletionException e) {
                LOG.debug("Redis did not drop {}", key, e.getCause());
                failed.increment();
            }
        });
        return others;
    }

    private QuotaEvent template(AccountKey account) {
        var nothing = new Dropped(account.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false));
        return publisher.event(account).setDropped(nothing).build();
    }
}
