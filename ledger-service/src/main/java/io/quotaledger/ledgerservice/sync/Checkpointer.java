package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.Checkpointed;
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

/** Takes checkpoints of accounts and publishes them. */
@Singleton
final class Checkpointer {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);

    private final LettuceQuotaStore redis;
    private final StorePublisher publisher;
    private final Counter taken;
    private final Counter absent;
    private final Counter failed;

    Checkpointer(LettuceQuotaStore redis, StorePublisher publisher, MeterRegistry registry) {
        this.redis = redis;
        this.publisher = publisher;
        this.taken = registry.counter("quota.reconciliation.checkpoints", "result", "taken");
        this.absent = registry.counter("quota.reconciliation.checkpoints", "result", "absent");
        this.failed = registry.counter("quota.reconciliation.checkpoints", "result", "failed");
    }

    /** Takes checkpoints side by side and waits for them; the accounts of which Redis gave no answer. */
    List<AccountKey> take(List<AccountKey> accounts) {
        Map<AccountKey, CompletableFuture<Optional<StoredEvent>>> answers = new LinkedHashMap<>();
        accounts.forEach(account ->
                answers.put(account, redis.checkpoint(template(account)).toCompletableFuture()));
        var unanswered = new ArrayList<AccountKey>();
        answers.forEach((account, answer) -> {
            try {
                var event = answer.join();
                event.ifPresent(publisher::publish);
                (event.isPresent() ? taken : absent).increment();
            } catch (CompletionException e) {
                LOG.debug("No checkpoint of {}", account, e.getCause());
                failed.increment();
                unanswered.add(account);
            }
        });
        return unanswered;
    }

    private QuotaEvent template(AccountKey account) {
        var nothing = new Checkpointed(account.toRef(), 0L, 0L, 0L, 0L, new StoreFigures(0L, 0L, 0L, false));
        return publisher.event(account).setCheckpointed(nothing).build();
    }
}
