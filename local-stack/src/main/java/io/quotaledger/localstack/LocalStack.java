package io.quotaledger.localstack;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/**
 * Kafka, Redis and a schema registry on free loopback ports, real servers all. They are child processes of this JVM
 * and never outlive it; with the system property {@code stack=containers} they are containers of a Docker engine.
 *
 * <p>Closing ends the servers and removes their data unless it lies in a directory that the caller gave.
 */
public final class LocalStack implements AutoCloseable {
    private final StackServers servers;

    private LocalStack(StackServers servers) {
        this.servers = servers;
    }

    /** Nothing is started but what the builder is told to start. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether stacks of this JVM are containers, not child processes: the system property {@code stack} says so. */
    public static boolean usesContainers() {
        return switch (System.getProperty("stack", "processes")) {
            case "processes" -> false;
            case "containers" -> true;
            default ->
                throw new IllegalStateException(
                        "system property stack is '" + System.getProperty("stack") + "', not processes or containers");
        };
    }

    /** {@code host:port} of the broker. */
    public String bootstrapServers() {
        return kafka().bootstrapServers();
    }

    /** Base address of Confluent's registry API; ends in {@code /apis/ccompat/v7}. */
    public URI registryUrl() {
        return registry().url();
    }

    /** {@code redis://host:port}. */
    public String redisUri() {
        return redis().uri();
    }

    public KafkaNode kafka() {
        return started(servers.kafka(), "withKafka");
    }

    public RedisNode redis() {
        return started(servers.redis(), "withRedis");
    }

    public RegistryNode registry() {
        return started(servers.registry(), "withRegistry");
    }

    @Override
    public void close() {
        servers.close();
    }

    private static <T> T started(@Nullable T node, String option) {
        if (node == null) {
            throw new IllegalStateException("not started: ask for it with LocalStack.builder()." + option + "()");
        }
        return node;
    }

    /** What to start and where. */
    public static final class Builder {
        private final List<NewTopic> topics = new ArrayList<>();
        private @Nullable Path dataDirectory;
        private @Nullable Boolean appendOnly;
        private boolean kafka;
        private boolean redis;
        private boolean registry;

        private Builder() {}

        /** Keeps all data and logs here, and goes on with what an earlier stack has left. */
        public Builder dataDirectory(Path directory) {
            this.dataDirectory = directory.toAbsolutePath();
            return this;
        }

        /** Topics to create once the broker answers; those that exist are left as they are. */
        public Builder topics(Collection<NewTopic> newTopics) {
            topics.addAll(newTopics);
            return this;
        }

        /**
         * Whether Redis writes its append-only file (synced every second) and so keeps its data over a kill and restart. By
         * default it does so when a data directory is given.
         */
        public Builder appendOnly(boolean enabled) {
            this.appendOnly = enabled;
            return this;
        }

        public Builder withKafka() {
            this.kafka = true;
            return this;
        }

        public Builder withRedis() {
            this.redis = true;
            return this;
        }

        public Builder withRegistry() {
            this.registry = true;
            return this;
        }

        public Builder withAll() {
            return withKafka().withRedis().withRegistry();
        }

        /**
         * Starts the servers side by side and returns when all of them answer.
         *
         * @throws IllegalStateException if one does not start; the message names its log, and nothing is left running
         */
        public LocalStack start() {
            if (!topics.isEmpty() && !kafka) {
                throw new IllegalStateException("topics need withKafka()");
            }
            boolean keep = dataDirectory != null;
            StackServers servers = new StackServers(dataDirectory);
            List<Runnable> starts = new ArrayList<>();
            if (kafka) {
                starts.add(() -> servers.startKafka(topics));
            }
            if (redis) {
                starts.add(() -> servers.startRedis(appendOnly == null ? keep : appendOnly));
            }
            if (registry) {
                starts.add(servers::startRegistry);
            }
            servers.startAll(starts);
            return new LocalStack(servers);
        }
    }
}
