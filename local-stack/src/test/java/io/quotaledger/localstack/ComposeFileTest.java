package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.localstack.ComposeFile.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;

/** The compose file cannot run where there is no Docker engine, but whatever it names must exist. */
class ComposeFileTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ADDRESS = Pattern.compile("(?:^|[/@,])([a-z][a-z-]*):\\d+");

    private final ComposeFile compose;

    ComposeFileTest() throws IOException {
        compose = ComposeFile.read(ROOT.resolve("docker-compose.yml"));
    }

    @Test
    void shouldHoldTheWholeSystemWhenRead() {
        assertThat(compose.services())
                .containsOnlyKeys("kafka", "registry", "redis", "ledger-service", "gateway", "model-server");
    }

    @Test
    void shouldUseTheVersionsOfTheBuildWhenImagesAreNamed() {
        assertThat(service("kafka").image()).isEqualTo("apache/kafka:" + BuiltServers.property("kafka.version"));
        assertThat(service("registry").image())
                .isEqualTo("apicurio/apicurio-registry:" + BuiltServers.property("registry.version"));
        assertThat(service("redis").image()).startsWith("redis:7.");
    }

    @Test
    void shouldWaitForServicesThatExistWhenOneDependsOnAnother() {
        forEach(service -> service.dependsOn().forEach((name, condition) -> {
            assertThat(compose.services()).containsKey(name);
            assertThat(condition).isEqualTo(service(name).hasHealthCheck() ? "service_healthy" : "service_started");
        }));
    }

    @Test
    void shouldNameServicesThatExistWhenAnAddressIsGiven() {
        forEach(service -> service.environment().values().forEach(value -> ADDRESS.matcher(value)
                .results()
                .map(address -> address.group(1))
                .filter(host -> !host.equals("localhost"))
                .forEach(host -> assertThat(compose.services()).containsKey(host))));
    }

    @Test
    void shouldPublishEachPortOnceWhenPortsAreMapped() {
        List<String> ports = new ArrayList<>();
        forEach(service -> service.ports().forEach(port -> ports.add(port.split(":", 2)[0])));
        assertThat(ports).doesNotHaveDuplicates();
    }

    @Test
    void shouldMountEachVolumeThatIsDeclaredWhenMounted() {
        Set<String> used = new HashSet<>();
        forEach(service -> service.mounts().stream()
                .filter(mount -> !mount.startsWith("./"))
                .forEach(used::add));
        assertThat(used).isEqualTo(compose.volumes());
    }

    @Test
    void shouldSetWhatTheBrokerKnowsWhenKafkaIsConfigured() {
        Set<String> known = new HashSet<>();
        AbstractKafkaConfig.CONFIG_DEF.names().forEach(name -> known.add("KAFKA_" + asVariable(name)));
        assertThat(known).containsAll(service("kafka").environment().keySet());
    }

    @Test
    void shouldSetWhatTheRegistryKnowsWhenItIsConfigured() throws IOException {
        Properties known = new Properties();
        try (JarFile jar = new JarFile(BuiltServers.registryJar().toFile());
                InputStream in = jar.getInputStream(jar.getEntry("application.properties"))) {
            known.load(in);
        }
        Set<String> variables = new HashSet<>(Set.of("QUARKUS_HTTP_PORT"));
        known.stringPropertyNames().forEach(name -> variables.add(asVariable(name)));
        assertThat(variables).containsAll(service("registry").environment().keySet());
    }

    private Service service(String name) {
        return Objects.requireNonNull(compose.services().get(name), name);
    }

    private void forEach(Consumer<Service> check) {
        compose.services().values().forEach(check);
    }

    private static String asVariable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
    }
}
