package io.quotaledger.localstack;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Runs the servers as containers of a Docker engine. Only this class and {@link ContainerNode} need Testcontainers. */
final class ContainerFactory implements ServerFactory {
    private static final String REDIS_IMAGE = "redis:7.2-alpine";

    private final String host;
    private final @Nullable Path dataDirectory;

    /** Without a data directory the data lies in the containers and goes with them. */
    ContainerFactory(@Nullable Path dataDirectory) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException("-Dstack=containers needs a Docker engine and none answers;"
                    + " leave the option out to run the servers as child processes");
        }
        this.host = DockerClientFactory.instance().dockerHostIpAddress();
        this.dataDirectory = dataDirectory;
    }

    @Override
    public KafkaNode startKafka() {
        int port = Ports.free();
        String address = host + ":" + port;
        Properties settings = KafkaSettings.of(address, "0.0.0.0:" + port, "localhost:9093", "/var/lib/kafka/data");
        GenericContainer<?> container = container("apache/kafka:" + BuiltServers.property("kafka.version"));
        settings.forEach((name, value) -> container.withEnv(
                "KAFKA_" + name.toString().toUpperCase(Locale.ROOT).replace('.', '_'), value.toString()));
        container.withEnv("KAFKA_HEAP_OPTS", "-Xmx400m");
        keep(container, "kafka", "/var/lib/kafka/data");
        Kafka kafka = new Kafka(container, port, address);
        kafka.start();
        return kafka;
    }

    @Override
    public RedisNode startRedis(boolean appendOnly) {
        int port = Ports.free();
        GenericContainer<?> container = container(REDIS_IMAGE)
                .withCommand(
                        "redis-server",
                        "--port",
                        String.valueOf(port),
                        "--protected-mode",
                        "no",
                        "--save",
                        "",
                        "--appendonly",
                        appendOnly ? "yes" : "no",
                        "--appendfsync",
                        "everysec");
        keep(container, "redis", "/data");
        Redis redis = new Redis(container, host, port);
        redis.start();
        return redis;
    }

    @Override
    public RegistryNode startRegistry() {
        int port = Ports.free();
        GenericContainer<?> container = container(
                        "apicurio/apicurio-registry:" + BuiltServers.property("registry.version"))
                .withEnv("QUARKUS_HTTP_PORT", String.valueOf(port))
                .withEnv("APICURIO_DATASOURCE_URL", "jdbc:h2:file:/tmp/registry/schemas;WRITE_DELAY=0");
        keep(container, "registry", "/tmp/registry");
        Registry registry =
                new Registry(container, port, URI.create("http://" + host + ":" + port + RegistryProbe.API));
        registry.start();
        return registry;
    }

    @Override
    public void end(ServerNode node, boolean inOrder) {
        if (inOrder) {
            node.stop();
        }
        ((ContainerNode) node).remove();
    }

    private static GenericContainer<?> container(String image) {
        return new GenericContainer<>(DockerImageName.parse(image));
    }

    private void keep(GenericContainer<?> container, String name, String inside) {
        if (dataDirectory != null) {
            ContainerNode.bind(container, dataDirectory.resolve(name), inside);
        }
    }

    private static final class Kafka extends ContainerNode implements KafkaNode {
        private final String address;

        Kafka(GenericContainer<?> container, int port, String address) {
            super(container, port, () -> KafkaTopics.servingCluster(address) != null);
            this.address = address;
        }

        @Override
        public String bootstrapServers() {
            return address;
        }
    }

    private static final class Redis extends ContainerNode implements RedisNode {
        private final String host;
        private final int port;

        Redis(GenericContainer<?> container, String host, int port) {
            super(container, port, () -> RedisProbe.servingProcess(host, port) > 0);
            this.host = host;
            this.port = port;
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public int port() {
            return port;
        }
    }

    private static final class Registry extends ContainerNode implements RegistryNode {
        private final URI url;

        Registry(GenericContainer<?> container, int port, URI url) {
            super(container, port, () -> RegistryProbe.answers(url));
            this.url = url;
        }

        @Override
        public URI url() {
            return url;
        }
    }
}
