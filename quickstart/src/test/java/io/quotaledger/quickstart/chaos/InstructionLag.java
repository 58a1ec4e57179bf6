package io.quotaledger.quickstart.chaos;

import io.quotaledger.schemas.Topic;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;

/** What the service has still to apply of the ledger's instructions to Redis. */
final class InstructionLag {
    private static final String GROUP = "quota-reseeder";
    /** A transaction ends with a marker, which is no record. */
    private static final int MARKER = 1;

    private InstructionLag() {}

    /** Whether all that is there was applied, and that was committed. */
    static boolean isZero(String bootstrapServers) {
        try (var admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            var committed = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            var latest = committed.keySet().stream()
                    .filter(partition -> partition.topic().equals(Topic.STORE_UPDATES.topicName()))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return admin.listOffsets(latest).all().get().entrySet().stream().allMatch(end -> {
                var applied = committed.get(end.getKey());
                return applied != null && end.getValue().offset() - applied.offset() <= MARKER;
            });
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
