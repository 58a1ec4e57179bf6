package io.quotaledger.ledgerservice.sync;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.StoreSettings;
import io.quotaledger.schemas.serde.AvroSerde;
import jakarta.inject.Singleton;
import java.time.Duration;

/** The service's connection to Redis. */
@Factory
final class RedisFactory {
    /** Longer than on the request path: nobody waits for it. */
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    @Singleton
    StoreSettings storeSettings(RedisSettings settings) {
        return StoreSettings.of(settings.uri()).withCommandTimeout(COMMAND_TIMEOUT);
    }

    @Singleton
    @Bean(preDestroy = "close")
    LettuceQuotaStore store(StoreSettings settings, KafkaClients clients) {
        return LettuceQuotaStore.connect(settings, AvroSerde.forTopics(clients.common()));
    }
}
