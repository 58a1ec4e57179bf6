package io.quotaledger.gatewayfilter.it;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** All that has come to {@code quota-events}, each event id once. */
final class EventLog {
    private final List<QuotaEvent> events = new CopyOnWriteArrayList<>();

    EventLog(String bootstrapServers, AvroSerde<SpecificRecord> serde) {
        var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                serde.deserializer());
        var partitions = consumer.partitionsFor(Topic.EVENTS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        var thread = new Thread(() -> follow(consumer), "event-log");
        thread.setDaemon(true);
        thread.start();
    }

    /** Events of a tenant, in order. */
    List<QuotaEvent> of(String tenantId) {
        return events.stream()
                .filter(event -> event.getTenantId().equals(tenantId))
                .toList();
    }

    private void follow(KafkaConsumer<String, SpecificRecord> consumer) {
        while (true) {
            for (var record : consumer.poll(Duration.ofMillis(100))) {
                var event = (QuotaEvent) record.value();
                if (events.stream().noneMatch(seen -> seen.getEventId().equals(event.getEventId()))) {
                    events.add(event);
                }
            }
        }
    }
}
