package io.quotaledger.streamstopology;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/** The topology as a process of its own, to be killed: arguments are brokers, registry, folder of the stores. */
final class LedgerProcess {
    static final String RUNNING = "ledger runs";

    private LedgerProcess() {}

    /** Runs until it is killed. */
    public static void main(String[] args) throws InterruptedException {
        start(args[0], args[1], Path.of(args[2]));
        new CountDownLatch(1).await();
    }

    /** Starts the topology in this process. */
    static KafkaStreams start(String bootstrapServers, String registry, Path stateDir) {
        var serdes = Map.of("schema.registry.url", registry);
        var topology = new LedgerTopology(serdes, LedgerOptions.defaults()).get();
        var settings = StreamsSettings.withInstance(StreamsSettings.of(bootstrapServers, stateDir, 1), "ledger-1");
        settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, "localhost:1");
        var streams = new KafkaStreams(topology, settings);
        streams.setUncaughtExceptionHandler(new LedgerFailureHandler());
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                System.out.println(RUNNING);
            }
        });
        streams.start();
        return streams;
    }
}
