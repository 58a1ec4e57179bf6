package io.quotaledger.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/** The servers of one stack and the directory they share: started side by side, ended together. */
final class StackServers {
    private final boolean keepData;
    private final Path directory;
    private final ServerFactory factory;
    private volatile @Nullable KafkaNode kafka;
    private volatile @Nullable RedisNode redis;
    private volatile @Nullable RegistryNode registry;

    /** Without a directory the data lies in a temporary one and goes when the stack ends. */
    StackServers(@Nullable Path dataDirectory) {
        this.keepData = dataDirectory != null;
        try {
            this.directory = dataDirectory == null
                    ? Files.createTempDirectory("quota-ledger-")
                    : Files.createDirectories(dataDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.factory = factory(dataDirectory);
    }

    private ServerFactory factory(@Nullable Path dataDirectory) {
        if (!LocalStack.usesContainers()) {
            return new ProcessFactory(directory);
        }
        try {
            return new ContainerFactory(dataDirectory);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "-Dstack=containers needs org.testcontainers:testcontainers on the class path", e);
        }
    }

    /** Runs the starts side by side; if one fails, ends what the others have started and throws what it threw. */
    void startAll(List<Runnable> starts) {
        if (starts.isEmpty()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(starts.size());
        try {
            CompletableFuture.allOf(starts.stream()
                            .map(start -> CompletableFuture.runAsync(start, threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            close();
            throw new IllegalStateException("the local stack does not start: " + e.getMessage(), e);
        } finally {
            threads.shutdown();
        }
    }

    void startKafka(Collection<NewTopic> topics) {
        KafkaNode started = factory.startKafka();
        kafka = started;
        KafkaTopics.create(started.bootstrapServers(), topics);
    }

    void startRedis(boolean appendOnly) {
        redis = factory.startRedis(appendOnly);
    }

    void startRegistry() {
        registry = factory.startRegistry();
    }

    @Nullable
    KafkaNode kafka() {
        return kafka;
    }

    @Nullable
    RedisNode redis() {
        return redis;
    }

    @Nullable
    RegistryNode registry() {
        return registry;
    }

    /** Ends the servers side by side. May be called again. */
    void close() {
        Stream.of(kafka, redis, registry)
                .filter(node -> node != null)
                .parallel()
                .forEach(node -> factory.end(node, keepData));
        if (!keepData) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
