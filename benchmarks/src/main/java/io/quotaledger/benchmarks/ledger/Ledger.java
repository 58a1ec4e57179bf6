package io.quotaledger.benchmarks.ledger;

import io.quotaledger.streamstopology.LedgerFailureHandler;
import io.quotaledger.streamstopology.LedgerOptions;
import io.quotaledger.streamstopology.LedgerTopology;
import io.quotaledger.streamstopology.StreamsSettings;
import io.quotaledger.streamstopology.query.GroupMembers;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/** The topology with the settings that the service runs it with by default. */
final class Ledger {
    private Ledger() {}

    /**
     * Opens the topology without starting it.
     *
     * @param changes settings that differ
     */
    static KafkaStreams open(
            String bootstrapServers, Map<String, String> serdes, Path stateDir, Map<String, Object> changes) {
        var topology = new LedgerTopology(serdes, LedgerOptions.defaults()).get();
        var settings = StreamsSettings.withInstance(StreamsSettings.of(bootstrapServers, stateDir, 1), "ledger-1");
        settings.putAll(serdes);
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, "localhost:8081");
        settings.putAll(changes);
        var streams = new KafkaStreams(topology, settings, new GroupMembers());
        streams.setUncaughtExceptionHandler(new LedgerFailureHandler());
        return streams;
    }
}
