package io.quotaledger.ledgerservice.sync;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.kafka.RestartingThread;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountBalance;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.Verdict;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Redis compared with the ledger: takes checkpoints of the accounts to which something happened, as {@code quota-balances}, the
 * instructions applied here and the refusals noted in Redis tell; the fold judges them. Has idle accounts dropped. Instances share the tenants as the
 * partitions of their group; offsets are committed after a round, so that another one goes on where one has died.
 */
@Singleton
public final class Reconciler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final String GROUP = "quota-reconciler";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_LOSS = Duration.ofSeconds(1);
    private static final double JITTER = 0.2;
    private static final int MOST_TOUCHED = 1_000;

    private final KafkaClients clients;
    private final MeterRegistry registry;
    private final LettuceQuotaStore redis;
    private final AccountActivity activity;
    private final Checkpointer checkpointer;
    private final LostMemory lostMemory;
    private final IdleAccounts idle;
    private final StorePublisher publisher;
    private final SnapshotMetrics snapshots;
    private final ReconciliationSettings settings;
    private final Clock clock;
    /** Balances before these offsets were compared by whoever had them then. */
    private final Map<TopicPartition, Long> newFrom = new HashMap<>();

    private final RestartingThread thread = new RestartingThread(
            "reconciler", this::run, e -> LOG.error("The reconciler failed and goes on from its last commit", e));

    Reconciler(
            KafkaClients clients,
            MeterRegistry registry,
            LettuceQuotaStore redis,
            AccountActivity activity,
            Checkpointer checkpointer,
            LostMemory lostMemory,
            IdleAccounts idle,
            StorePublisher publisher,
            ReconciliationSettings settings,
            Clock clock) {
        this.clients = clients;
        this.registry = registry;
        this.redis = redis;
        this.activity = activity;
        this.checkpointer = checkpointer;
        this.lostMemory = lostMemory;
        this.idle = idle;
        this.publisher = publisher;
        this.snapshots = new SnapshotMetrics(registry);
        this.settings = settings;
        this.clock = clock;
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.close();
        publisher.close();
    }

    private void run() {
        clients.follow(GROUP, List.of(Topic.BALANCES, Topic.SNAPSHOTS), registry, this::recall, this::follow);
    }

    /** Reads again which accounts are active, so that they are known if Redis loses them now, or has lost them meanwhile. */
    private void recall(Consumer<String, SpecificRecord> consumer, Collection<TopicPartition> partitions) {
        var balances = partitions.stream()
                .filter(partition -> partition.topic().equals(Topic.BALANCES.topicName()))
                .toList();
        balances.forEach(partition -> newFrom.put(partition, consumer.position(partition)));
        KafkaClients.goBack(consumer, balances, clock.instant().minus(settings.activeFor()));
    }

    private void follow(Consumer<String, SpecificRecord> consumer) {
        var nextRound = nextRound();
        var nextLook = clock.instant();
        while (!thread.isClosed()) {
            poll(consumer);
            var now = clock.instant();
            if (!now.isBefore(nextLook)) {
                lookForLoss();
                noteAgain(idle.goOn());
                nextLook = now.plus(LOOK_FOR_LOSS);
            }
            if (!now.isBefore(nextRound)) {
                if (round()) {
                    consumer.commitSync();
                }
                nextRound = nextRound();
            }
        }
    }

    private void poll(Consumer<String, SpecificRecord> consumer) {
        try {
            consumer.poll(POLL).forEach(this::note);
        } catch (RecordDeserializationException e) {
            KafkaClients.passOver(consumer, e);
        }
    }

    private void note(ConsumerRecord<String, SpecificRecord> record) {
        var time = Instant.ofEpochMilli(record.timestamp());
        var partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < newFrom.getOrDefault(partition, 0L) && record.value() instanceof AccountBalance balance) {
            activity.remember(AccountKey.of(balance.getTenantId(), balance.getAccount()), time, clock.instant());
        } else if (record.value() instanceof AccountBalance balance) {
            note(balance.getTenantId(), balance.getAccount(), time);
        } else if (record.value() instanceof Snapshot snapshot) {
            snapshots.count(snapshot);
            if (snapshot.getVerdict() != Verdict.MATCHED || snapshot.getPendingUpdates() > 0) {
                note(snapshot.getTenantId(), snapshot.getAccount(), time);
            }
        }
    }

    private void note(String tenantId, AccountRef account, Instant time) {
        activity.note(AccountKey.of(tenantId, account), time, clock.instant());
    }

    private void lookForLoss() {
        try {
            lostMemory.mend(activity);
        } catch (CompletionException e) {
            LOG.debug("Looks again later whether Redis has lost its memory", e.getCause());
        }
    }

    /** Whether everything that was due is done. */
    private boolean round() {
        activity.forget(clock.instant());
        var accounts = new LinkedHashSet<>(activity.takeDue());
        accounts.addAll(touched());
        var due = List.copyOf(accounts);
        try {
            return takeAll(due);
        } catch (RuntimeException e) {
            noteAgain(due);
            throw e;
        }
    }

    private boolean takeAll(List<AccountKey> due) {
        for (int from = 0; from < due.size(); from += settings.batch()) {
            var batch = due.subList(from, Math.min(from + settings.batch(), due.size()));
            var unanswered = checkpointer.take(batch);
            if (!unanswered.isEmpty()) {
                noteAgain(unanswered);
                noteAgain(due.subList(from + batch.size(), due.size()));
                LOG.warn("Redis gave no checkpoint of {} accounts, they are due again", unanswered.size());
                return false;
            }
        }
        return true;
    }

    private void noteAgain(List<AccountKey> accounts) {
        var now = clock.instant();
        accounts.forEach(account -> activity.note(account, now, now));
    }

    /** Accounts that refused: of a balance that is too low by mistake nothing else tells. */
    private List<AccountKey> touched() {
        var answers = new ArrayList<CompletableFuture<List<AccountKey>>>();
        for (int bucket = 0; bucket < LedgerSync.BUCKETS; bucket++) {
            answers.add(redis.takeTouched(bucket, MOST_TOUCHED).toCompletableFuture());
        }
        var touched = new ArrayList<AccountKey>();
        for (var answer : answers) {
            touched.addAll(answer.exceptionally(failure -> List.of()).join());
        }
        return touched;
    }

    private Instant nextRound() {
        var factor = ThreadLocalRandom.current().nextDouble(1 - JITTER, 1 + JITTER);
        return clock.instant()
                .plusMillis(Math.max(1, (long) (settings.interval().toMillis() * factor)));
    }
}
