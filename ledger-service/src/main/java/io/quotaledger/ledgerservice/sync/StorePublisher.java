package io.quotaledger.ledgerservice.sync;

import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.quotastore.KafkaEventPublisher;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.PublishListener;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.UUID;

/** Makes and publishes what Redis says of accounts; what is not published stays in the outbox for the relay. */
@Singleton
final class StorePublisher implements AutoCloseable {
    private final InstanceSettings instance;
    private final Clock clock;
    private final KafkaEventPublisher publisher;

    StorePublisher(LettuceQuotaStore redis, KafkaClients clients, InstanceSettings instance, Clock clock) {
        this.instance = instance;
        this.clock = clock;
        var config = clients.common();
        this.publisher =
                new KafkaEventPublisher(config, AvroSerde.forTopics(config), redis.outbox(), PublishListener.NONE);
    }

    /** An event about an account, with an id of its own and without a payload. */
    QuotaEvent.Builder event(AccountKey account) {
        return QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(account.tenantId())
                .setTime(clock.instant())
                .setSource(instance.source());
    }

    void publish(StoredEvent event) {
        publisher.publish(event);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
