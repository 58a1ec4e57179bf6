package io.quotaledger.benchmarks.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.streamstopology.MemoryLedger;
import io.quotaledger.streamstopology.events.EventReader;
import io.quotaledger.streamstopology.events.ReadEvent;
import io.quotaledger.streamstopology.ledger.Effects;
import io.quotaledger.streamstopology.ledger.Event;
import io.quotaledger.streamstopology.ledger.Fold;
import io.quotaledger.streamstopology.records.SchemasCalendar;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the fold decides on both events of a call on three wallets, without Kafka and its stores. */
@State(Scope.Thread)
public class FoldBenchmark {
    private static final int ORG = 0;
    private static final int CALL = 1;

    private final Instant now = Instant.now();
    private final Fold fold = new Fold(new SchemasCalendar(), Duration.ofDays(30), MemoryLedger.CHECKPOINT_GRACE);
    private final MemoryLedger funded = new MemoryLedger();
    private final MemoryLedger holding = new MemoryLedger();
    private final Event prepaid;
    private final Event settled;

    /** Brings one ledger to before the call, and one to where the call is under way. */
    public FoldBenchmark() {
        var population = new Population(3);
        for (var ledger : new MemoryLedger[] {funded, holding}) {
            ledger.apply(population.opened(ORG), now);
            ledger.apply(population.granted(ORG), now);
        }
        holding.apply(population.prepaid(ORG, CALL), now);
        prepaid = read(population.prepaid(ORG, CALL));
        settled = read(population.settled(ORG, CALL));
    }

    /** The call is admitted. */
    @Benchmark
    public Effects prepaid() {
        return fold.apply(prepaid, funded, now);
    }

    /** It has ended. */
    @Benchmark
    public Effects settled() {
        return fold.apply(settled, holding, now);
    }

    private static Event read(QuotaEvent event) {
        var serde = AvroSerde.of(QuotaEvent.class, Map.of("schema.registry.url", "mock://fold"));
        var read = new EventReader(serde.deserializer())
                .read(event.getTenantId().getBytes(UTF_8), serde.toBytes(Topic.EVENTS, event));
        if (read instanceof ReadEvent.Good good) {
            return good.event();
        }
        throw new IllegalArgumentException(read.toString());
    }
}
