package io.quotaledger.benchmarks.micro;

import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A prepay on three levels to bytes and back. */
@State(Scope.Thread)
public class SerdeBenchmark {
    private final AvroSerde<SpecificRecord> serde =
            AvroSerde.forTopics(Map.of("schema.registry.url", "mock://benchmarks"));
    private final QuotaEvent event = event();
    private final byte[] bytes = serde.toBytes(Topic.EVENTS, event);

    /** To bytes. */
    @Benchmark
    public byte[] write() {
        return serde.toBytes(Topic.EVENTS, event);
    }

    /** From bytes. */
    @Benchmark
    public SpecificRecord read() {
        return serde.fromBytes(Topic.EVENTS, bytes);
    }

    private static QuotaEvent event() {
        var id = new UUID(1, 2).toString();
        var legs = Stream.of(
                        new AccountKey("acme", Level.ORG, "-", "tokens", "-"),
                        new AccountKey("acme", Level.APP, "chat", "tokens", "2026-11"),
                        new AccountKey("acme", Level.KEY, "chat/k1", "tokens", "2026-11-30"))
                .map(key -> new Leg(key.toRef(), 1_000L, 0L, null))
                .toList();
        return QuotaEvent.newBuilder()
                .setEventId(id)
                .setTenantId("acme")
                .setTime(Instant.EPOCH)
                .setSource("gateway/benchmark")
                .setPrepaid(new Prepaid(
                        id, List.copyOf(legs), 60_000L, false, new Call("chat", "k1", "openai", "gpt-4.1", "", 0L)))
                .build();
    }
}
