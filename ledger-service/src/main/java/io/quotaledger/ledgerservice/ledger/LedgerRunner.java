package io.quotaledger.ledgerservice.ledger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.quotaledger.ledgerservice.kafka.InstanceSettings;
import io.quotaledger.ledgerservice.kafka.KafkaClients;
import io.quotaledger.ledgerservice.kafka.KafkaSettings;
import io.quotaledger.streamstopology.LedgerFailureHandler;
import io.quotaledger.streamstopology.LedgerOptions;
import io.quotaledger.streamstopology.LedgerTopology;
import io.quotaledger.streamstopology.StreamsSettings;
import io.quotaledger.streamstopology.query.GroupMembers;
import io.quotaledger.streamstopology.query.LedgerReader;
import io.quotaledger.streamstopology.query.OwnedAccounts;
import io.quotaledger.streamstopology.query.TenantOwners;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/** The topology as it runs in this process. */
@Singleton
public final class LedgerRunner implements AutoCloseable {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(15);
    private static final Duration OWNER_KNOWN_WITHIN = Duration.ofSeconds(2);

    private final KafkaStreams streams;
    private final Admin admin;
    private final LedgerReader reader;
    private final OwnedAccounts owned;
    private final TenantOwners owners;
    private final KafkaStreamsMetrics metrics;

    LedgerRunner(
            LedgerSettings settings,
            KafkaSettings kafka,
            KafkaClients clients,
            InstanceSettings instance,
            MeterRegistry registry) {
        var defaults = LedgerOptions.defaults();
        var options = new LedgerOptions(
                defaults.retention(),
                settings.timerInterval(),
                defaults.timerBatch(),
                defaults.timerRepeat(),
                defaults.checkpointGrace());
        var topology = new LedgerTopology(clients.common(), options).get();
        var members = new GroupMembers();
        this.streams = new KafkaStreams(topology, properties(settings, kafka, clients, instance), members);
        streams.setUncaughtExceptionHandler(new LedgerFailureHandler());
        this.admin = clients.admin();
        this.reader = LedgerReader.of(streams);
        this.owned = new OwnedAccounts(streams);
        this.owners = new TenantOwners(streams, members, admin, settings.applicationId(), OWNER_KNOWN_WITHIN);
        this.metrics = new KafkaStreamsMetrics(streams);
        metrics.bindTo(registry);
    }

    /** Starts to fold. */
    public void start() {
        streams.start();
    }

    /** State of Kafka Streams. */
    public KafkaStreams.State state() {
        return streams.state();
    }

    /** Reads the stores of this instance; it may have been replaced as the owner without knowing it. */
    public LedgerReader reader() {
        return reader;
    }

    /** The accounts of the tenants that this instance owns. */
    public OwnedAccounts owned() {
        return owned;
    }

    /** Which instance has the stores of a tenant. */
    public TenantOwners owners() {
        return owners;
    }

    /** Commits, leaves the group and closes the stores. */
    @Override
    public void close() {
        metrics.close();
        streams.close(StreamsSettings.closeOptions(CLOSE_WITHIN));
        admin.close(Duration.ZERO);
    }

    private static Properties properties(
            LedgerSettings settings, KafkaSettings kafka, KafkaClients clients, InstanceSettings instance) {
        var properties = StreamsSettings.withInstance(
                StreamsSettings.of(kafka.bootstrapServers(), settings.stateDir(), settings.threads()), instance.id());
        properties.putAll(clients.common());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbys());
        // Without an address Kafka Streams does not tell which partition a tenant is in.
        properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, instance.address());
        properties.putAll(settings.properties());
        return properties;
    }
}
