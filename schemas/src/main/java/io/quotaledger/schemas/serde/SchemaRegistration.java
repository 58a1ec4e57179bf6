package io.quotaledger.schemas.serde;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.JournalEntry;
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
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registration of all schemas at the start of a process, after which an outage of the registry does not matter. */
public final class SchemaRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistration.class);

    /** Records that the fold keeps in its stores, so in topics of other names. */
    private static final List<Class<? extends SpecificRecord>> STATE = List.of(
            AccountState.class,
            CommandState.class,
            Deadline.class,
            GrantState.class,
            JournalEntry.class,
            JournalHead.class,
            LogPosition.class,
            PendingUpdateState.class,
            ReservationState.class,
            ScopeState.class,
            Snapshot.class,
            TenantState.class);

    private SchemaRegistration() {}

    /**
     * Registers the value schema of every topic of the catalogue and, by full name, of every record of the fold's state, or
     * finds it there. Every serde of this process with the same settings then knows the ids.
     *
     * @param config settings as for the serdes
     * @throws SerializationException if the registry refuses a schema, because it is not compatible with an older one
     * @throws RegistryUnavailableException if it gives no answer
     */
    public static void registerAll(Map<String, ?> config) {
        var registry = SharedRegistry.of(RegistryConfig.from(config));
        for (var topic : Topic.values()) {
            register(registry, topic.subject(), topic.schema());
        }
        for (var type : STATE) {
            var schema = SpecificData.get().getSchema(type);
            register(registry, schema.getFullName(), schema);
        }
    }

    private static void register(SchemaRegistry registry, String subject, Schema schema) {
        int id = registry.register(subject, schema);
        LOG.info("schema registered subject={} id={}", subject, id);
    }
}
