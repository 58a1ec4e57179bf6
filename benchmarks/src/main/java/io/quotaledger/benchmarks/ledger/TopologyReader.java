package io.quotaledger.benchmarks.ledger;

import io.quotaledger.streamstopology.StreamsSettings;
import io.quotaledger.streamstopology.query.LedgerReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/** Ours: the ledger's topology, stores on disk, one stream thread. */
final class TopologyReader implements LogReader {
    private static final Duration START_WITHIN = Duration.ofMinutes(1);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

    private final String name;
    private final String applicationId;
    private final KafkaStreams streams;

    private TopologyReader(String name, LedgerStack stack, String applicationId, Map<String, Object> changes) {
        this.name = name;
        this.applicationId = applicationId;
        var all = new HashMap<>(changes);
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        this.streams = Ledger.open(stack.bootstrapServers(), stack.serdes(), stack.folder(), all);
        var running = new CountDownLatch(1);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
        });
        streams.start();
        try {
            if (!running.await(START_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the topology does not run: " + streams.state());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** As the service runs it; reads already. */
    static TopologyReader start(LedgerStack stack) {
        return new TopologyReader("topology", stack, StreamsSettings.APPLICATION_ID, Map.of());
    }

    /** The same, but for what it promises. */
    static TopologyReader startAtLeastOnce(LedgerStack stack) {
        return new TopologyReader(
                "topology, at least once",
                stack,
                StreamsSettings.APPLICATION_ID + "-at-least-once",
                Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE));
    }

    /** Reads its stores. */
    LedgerReader stores() {
        return LedgerReader.of(streams);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String group() {
        return applicationId;
    }

    @Override
    public void resume() {
        streams.resume();
    }

    @Override
    public void pause() {
        streams.pause();
    }

    @Override
    public void requireAlive() {
        if (!streams.state().isRunningOrRebalancing()) {
            throw new IllegalStateException(name + " is " + streams.state());
        }
    }

    @Override
    public void close() {
        streams.close(StreamsSettings.closeOptions(CLOSE_WITHIN));
    }
}
