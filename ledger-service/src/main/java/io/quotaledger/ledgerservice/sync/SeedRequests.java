package io.quotaledger.ledgerservice.sync;

import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.LedgerSync.SyncResult;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.SeedReason;
import io.quotaledger.schemas.avro.SeedRequested;
import io.quotaledger.schemas.avro.StoreUpdate;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the ledger for seeds, by events as everybody else. */
@Singleton
public final class SeedRequests implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SeedRequests.class);

    private final InstanceSettings instance;
    private final Clock clock;
    private final Producer<String, SpecificRecord> producer;
    private final ExecutorService sender = Executors.newSingleThreadExecutor(task -> new Thread(task, "request-seeds"));

    SeedRequests(KafkaClients clients, InstanceSettings instance, Clock clock) {
        this.instance = instance;
        this.clock = clock;
        this.producer = clients.producer("seed-requests");
    }

    /** Asks for a new life of an account in which an update is missing; completes when Kafka has the request. */
    CompletionStage<Void> requestForGap(StoreUpdate update, SyncResult.Gap gap) {
        LOG.warn(
                "Update {} of {} {} found update {} in Redis: asking for a seed",
                update.getUpdate(),
                update.getTenantId(),
                update.getAccount(),
                gap.number());
        return request(update.getTenantId(), new SeedRequested(update.getAccount(), SeedReason.GAP, gap.epoch()));
    }

    /** Asks for an account that Redis does not hold; completes when Kafka has the request. */
    CompletionStage<Void> requestAbsent(AccountKey account) {
        return request(account.tenantId(), new SeedRequested(account.toRef(), SeedReason.ABSENT, null));
    }

    private CompletionStage<Void> request(String tenantId, SeedRequested seed) {
        var request = QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(tenantId)
                .setTime(clock.instant())
                .setSource(instance.source())
                .setSeedRequested(seed)
                .build();
        return publish(request);
    }

    /** Publishes a request; completes when Kafka has it. */
    public CompletionStage<Void> publish(QuotaEvent request) {
        var sent = new CompletableFuture<Void>();
        sender.execute(() -> produce(request, sent));
        return sent;
    }

    private void produce(QuotaEvent request, CompletableFuture<Void> sent) {
        try {
            var record = new ProducerRecord<String, SpecificRecord>(
                    Topic.EVENTS.topicName(), request.getTenantId(), request);
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(failure);
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            sent.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close();
    }
}
