package io.quotaledger.quickstart.chaos;

import io.quotaledger.quickstart.running.Endpoints;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.StoreUpdate;
import io.quotaledger.schemas.serde.AvroDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What the ledger told Redis and found out about it, for some tenants.
 *
 * @param seeds seeds by reason
 * @param updates updates by reason
 * @param verdicts checkpoints by verdict
 * @param deadLetters records of any tenant that could not be read or applied
 */
record StoreTraffic(
        Map<String, Integer> seeds,
        Map<String, Integer> updates,
        Map<String, Integer> verdicts,
        List<String> deadLetters) {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Reads what there is until now. */
    static StoreTraffic read(Endpoints endpoints, Set<String> tenants) {
        var traffic = new StoreTraffic(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
        var values = new AvroDeserializer<>();
        values.configure(Map.of("schema.registry.url", endpoints.registry().toString()), false);
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                endpoints.kafka(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), values)) {
            var partitions = List.of(Topic.STORE_UPDATES, Topic.SNAPSHOTS, Topic.DEAD_LETTERS).stream()
                    .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(POLL).forEach(polled -> traffic.take(polled.value(), tenants));
            }
        }
        return traffic;
    }

    private void take(SpecificRecord value, Set<String> tenants) {
        if (value instanceof StoreUpdate update && tenants.contains(update.getTenantId())) {
            (update.getSeed() == null ? updates : seeds).merge(word(update.getReason()), 1, Integer::sum);
        } else if (value instanceof Snapshot snapshot && tenants.contains(snapshot.getTenantId())) {
            verdicts.merge(word(snapshot.getVerdict()), 1, Integer::sum);
        } else if (value instanceof DeadLetter letter) {
            deadLetters.add(letter.getReason() + ": " + letter.getDetail());
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
