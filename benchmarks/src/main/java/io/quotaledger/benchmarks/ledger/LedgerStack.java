package io.quotaledger.benchmarks.ledger;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker with the topics of the catalogue and those of {@link RawLoop}, and a folder for stores; both go when it is closed. */
final class LedgerStack implements AutoCloseable {
    /** As many as the service creates by default. */
    private static final int PARTITIONS = 6;

    private static final short REPLICAS = 1;

    private final LocalStack servers;
    private final Path folder;
    private final Map<String, String> serdes;

    private LedgerStack(LocalStack servers, Map<String, String> serdes) {
        this.servers = servers;
        this.serdes = serdes;
        try {
            this.folder = Files.createTempDirectory("ledger");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For what runs in this process; schemas are registered in its memory. */
    static LedgerStack start() {
        return new LedgerStack(
                LocalStack.builder().withKafka().topics(topics()).start(),
                Map.of("schema.registry.url", "mock://ledger"));
    }

    /** With a registry that other processes can ask too. */
    static LedgerStack startWithRegistry() {
        var servers =
                LocalStack.builder().withKafka().withRegistry().topics(topics()).start();
        return new LedgerStack(
                servers, Map.of("schema.registry.url", servers.registryUrl().toString()));
    }

    private static List<NewTopic> topics() {
        var topics = new ArrayList<>(Topic.newTopics(PARTITIONS, REPLICAS));
        topics.add(new NewTopic(RawLoop.JOURNAL, PARTITIONS, REPLICAS));
        topics.add(new NewTopic(RawLoop.CHANGELOG, PARTITIONS, REPLICAS));
        return topics;
    }

    String bootstrapServers() {
        return servers.bootstrapServers();
    }

    /** Settings of the serdes. */
    Map<String, String> serdes() {
        return serdes;
    }

    /** For stores and logs. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        servers.close();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
