package io.quotaledger.ledgerservice;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.Usage;
import io.quotaledger.schemas.serde.AvroSerializer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes events as a gateway does that admits without Redis: without stamps. */
final class EventLog implements AutoCloseable {
    private static final Call CALL = new Call("chat", "k1", "test", "t1-large", "", 0L);

    private final KafkaProducer<String, SpecificRecord> producer;

    EventLog() {
        this(SharedStack.get());
    }

    EventLog(LocalStack stack) {
        var values = new AvroSerializer<SpecificRecord>();
        values.configure(Map.of("schema.registry.url", stack.registryUrl().toString()), false);
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        stack.bootstrapServers(),
                        ProducerConfig.ACKS_CONFIG,
                        "all"),
                new StringSerializer(),
                values);
    }

    void prepaid(String tenantId, String reservationId, AccountRef account, long held) {
        prepaid(tenantId, reservationId, account, held, Duration.ofMinutes(2));
    }

    void prepaid(String tenantId, String reservationId, AccountRef account, long held, Duration hold) {
        append(prepay(tenantId, reservationId, account, held, hold));
    }

    void settled(String tenantId, String reservationId, AccountRef account, long held, long consumed) {
        append(settlement(tenantId, reservationId, account, held, consumed));
    }

    static QuotaEvent prepay(String tenantId, String reservationId, AccountRef account, long held, Duration hold) {
        var legs = List.of(new Leg(account, held, 0L, null));
        return event(tenantId)
                .setPrepaid(new Prepaid(reservationId, legs, hold.toMillis(), false, CALL))
                .build();
    }

    static QuotaEvent settlement(String tenantId, String reservationId, AccountRef account, long held, long consumed) {
        var now = Instant.now();
        return event(tenantId)
                .setSettled(Settled.newBuilder()
                        .setReservationId(reservationId)
                        .setLegs(List.of(new Leg(account, held, consumed, null)))
                        .setProvenance(Provenance.REPORTED)
                        .setUsage(new Usage(30L, 0L, 0L, 60L))
                        .setUpstreamStatus(200)
                        .setStartedAt(now)
                        .setEndedAt(now)
                        .setCall(CALL)
                        .build())
                .build();
    }

    void refunded(String tenantId, String reservationId, AccountRef account, long held) {
        append(event(tenantId)
                .setRefunded(new Refunded(
                        reservationId, List.of(new Leg(account, held, 0L, null)), "upstream_error", 502, CALL))
                .build());
    }

    static QuotaEvent.Builder event(String tenantId) {
        return QuotaEvent.newBuilder()
                .setEventId(UUID.randomUUID().toString())
                .setTenantId(tenantId)
                .setTime(Instant.now())
                .setSource("gateway/test");
    }

    void append(QuotaEvent event) {
        try {
            send(event).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Appends without waiting for Kafka. */
    void appendSoon(QuotaEvent event) {
        var unused = send(event);
    }

    private Future<RecordMetadata> send(QuotaEvent event) {
        return producer.send(new ProducerRecord<>(Topic.EVENTS.topicName(), event.getTenantId(), event));
    }

    @Override
    public void close() {
        producer.close();
    }
}
