package io.quotaledger.streamstopology;

import io.quotaledger.schemas.AccountKeys;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Balances are keyed by account, but stand in the partition of their tenant, where every other record of it is. */
final class BalancesByTenant implements StreamPartitioner<byte[], SpecificRecord> {
    @Override
    @Deprecated // By its interface, which still declares no other method to implement.
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, SpecificRecord value, int partitions) {
        var tenantId = AccountKeys.tenantOf(new String(key, StandardCharsets.UTF_8));
        var hash = Utils.murmur2(tenantId.getBytes(StandardCharsets.UTF_8));
        return Optional.of(Set.of(Utils.toPositive(hash) % partitions));
    }
}
