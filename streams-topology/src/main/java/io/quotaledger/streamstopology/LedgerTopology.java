package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.state.AccountState;
import io.quotaledger.schemas.avro.state.CommandState;
import io.quotaledger.schemas.avro.state.Deadline;
import io.quotaledger.schemas.avro.state.GrantState;
import io.quotaledger.schemas.avro.state.JournalHead;
import io.quotaledger.schemas.avro.state.LogPosition;
import io.quotaledger.schemas.avro.state.PendingUpdateState;
import io.quotaledger.schemas.avro.state.ReservationState;
import io.quotaledger.schemas.avro.state.ScopeState;
import io.quotaledger.schemas.avro.state.TenantState;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.streamstopology.events.EventReader;
import io.quotaledger.streamstopology.state.StoreNames;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The ledger's topology: {@code quota-events} in, one processor that runs the fold, journal, balances, instructions to
 * Redis, snapshots, alerts, outcomes, config and dead letters out, and timer events back into {@code quota-events}.
 */
public final class LedgerTopology implements Supplier<Topology> {
    private final Map<String, ?> serdeConfig;
    private final LedgerOptions options;

    /**
     * @param serdeConfig settings of the serdes, see {@code RegistryConfig}
     * @param options settings of the topology itself
     */
    public LedgerTopology(Map<String, ?> serdeConfig, LedgerOptions options) {
        this.serdeConfig = Map.copyOf(serdeConfig);
        this.options = options;
    }

    @Override
    public Topology get() {
        var topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                Operators.READ_EVENTS,
                new UsePartitionTimeOnInvalidTimestamp(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topic.EVENTS.topicName());
        topology.addProcessor(
                Operators.FOLD_EVENTS,
                () -> new FoldEvents(
                        new EventReader(
                                AvroSerde.of(QuotaEvent.class, serdeConfig).deserializer()),
                        options),
                Operators.READ_EVENTS);
        stores().forEach(store -> topology.addStateStore(store, Operators.FOLD_EVENTS));
        for (var topic : Topic.values()) {
            if (topic == Topic.BALANCES) {
                topology.addSink(
                        Operators.writeTo(topic),
                        topic.topicName(),
                        new ByteArraySerializer(),
                        AvroSerde.forTopics(serdeConfig).serializer(),
                        new BalancesByTenant(),
                        Operators.FOLD_EVENTS);
            } else {
                topology.addSink(
                        Operators.writeTo(topic),
                        topic.topicName(),
                        new ByteArraySerializer(),
                        AvroSerde.forTopics(serdeConfig).serializer(),
                        Operators.FOLD_EVENTS);
            }
        }
        return topology;
    }

    private List<StoreBuilder<?>> stores() {
        return List.of(
                store(StoreNames.TENANT, avro(TenantState.class)).withCachingEnabled(),
                store(StoreNames.SCOPE, avro(ScopeState.class)),
                store(StoreNames.ACCOUNT, avro(AccountState.class)).withCachingEnabled(),
                store(StoreNames.PENDING_UPDATE, avro(PendingUpdateState.class)),
                store(StoreNames.RESERVATION, avro(ReservationState.class)),
                store(StoreNames.GRANT, avro(GrantState.class)),
                store(StoreNames.COMMAND, avro(CommandState.class)),
                store(StoreNames.DEADLINE, avro(Deadline.class)),
                store(StoreNames.SNAPSHOT, avro(Snapshot.class)),
                store(StoreNames.JOURNAL, avro(JournalEntry.class)),
                store(StoreNames.JOURNAL_BY_ACCOUNT, Serdes.Long()),
                store(StoreNames.JOURNAL_HEAD, avro(JournalHead.class)).withCachingEnabled(),
                store(StoreNames.LOG_POSITION, avro(LogPosition.class)).withCachingEnabled());
    }

    private static <V> StoreBuilder<KeyValueStore<String, V>> store(String name, Serde<V> values) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), values);
    }

    private <T extends SpecificRecord> Serde<T> avro(Class<T> type) {
        return AvroSerde.of(type, serdeConfig);
    }
}
