package io.quotaledger.streamstopology.query;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of one {@link org.apache.kafka.streams.KafkaStreams}, and by which ids the group knows them as its members. An id is
 * given by the coordinator at each join and belongs to nobody else ever, which no other name does: a static member that comes back
 * as a new process keeps, with the coordinator, the client id of the one before it.
 */
public final class GroupMembers implements KafkaClientSupplier {
    private final Map<String, String> idByClient = new ConcurrentHashMap<>();

    /** Ids of the members that these clients are, as of their last poll; a client that has not joined yet is left out. */
    Set<String> of(Collection<String> clientIds) {
        return clientIds.stream().map(idByClient::get).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        var clientId = Objects.toString(config.get(ConsumerConfig.CLIENT_ID_CONFIG));
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                var records = super.poll(timeout);
                idByClient.put(clientId, groupMetadata().memberId());
                return records;
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getRestoreConsumer(config);
    }
}
