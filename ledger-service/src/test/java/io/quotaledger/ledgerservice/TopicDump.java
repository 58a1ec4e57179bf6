package io.quotaledger.ledgerservice;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.serde.AvroDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What is committed in a topic now. */
final class TopicDump {
    private TopicDump() {}

    static List<SpecificRecord> of(Topic topic) {
        return of(SharedStack.get(), topic);
    }

    static List<SpecificRecord> of(LocalStack stack, Topic topic) {
        var values = new AvroDeserializer<SpecificRecord>();
        values.configure(Map.of("schema.registry.url", stack.registryUrl().toString()), false);
        var config = Map.<String, Object>of(
                "bootstrap.servers", stack.bootstrapServers(), "isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), values)) {
            var partitions = consumer.partitionsFor(topic.topicName()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var records = new ArrayList<SpecificRecord>();
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> records.add(record.value()));
            }
            return records;
        }
    }
}
