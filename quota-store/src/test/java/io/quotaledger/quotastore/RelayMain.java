package io.quotaledger.quotastore;

import io.quotaledger.schemas.serde.SchemaRegistration;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process that runs a relay until it is killed. Arguments: Redis, Kafka. */
final class RelayMain {
    private RelayMain() {}

    public static void main(String[] args) throws InterruptedException {
        SchemaRegistration.registerAll(Samples.REGISTRY);
        var settings = RelaySettings.DEFAULTS
                .withMinAge(Duration.ofMillis(1))
                .withInterval(Duration.ofMillis(10))
                .withBatchPerBucket(8)
                .withLease(Duration.ofSeconds(1));
        OutboxRelay.start(
                StoreSettings.of(args[0]),
                Map.of("bootstrap.servers", args[1]),
                Samples.SERDE,
                settings,
                PublishListener.NONE);
        new CountDownLatch(1).await();
    }
}
