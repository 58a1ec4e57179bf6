package io.quotaledger.ledgerservice;

import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.localstack.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The service in a process of its own, which can be killed and started again on the same port and state. */
final class ChildService implements AutoCloseable {
    /** What is shipped; a run from an IDE may not have it. */
    private static final Path JAR = Path.of("target", "ledger-service.jar");

    private static final Duration START_WITHIN = Duration.ofMinutes(2);

    private final int port = Ports.free();
    private final Map<String, String> properties;
    private final ServiceClient client = new ServiceClient(uri(), SharedStack.OPERATOR_TOKEN);
    private ChildProcess process;

    /** With its port in place of the one that is configured. */
    ChildService(Map<String, String> configuration) {
        this.properties = new HashMap<>(configuration);
        properties.put("micronaut.server.port", Integer.toString(port));
        properties.put("quota.instance.address", "localhost:" + port);
        this.process = launch();
    }

    /** Id of the instance. */
    String id() {
        return properties.getOrDefault("quota.instance.id", "");
    }

    ServiceClient client() {
        return client;
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL. */
    void kill() {
        process.kill();
    }

    /** SIGSTOP. */
    void suspend() {
        process.suspend();
    }

    /** SIGCONT. */
    void resume() {
        process.resume();
    }

    /** Connections on which something has arrived that the process, while it stands still, has not read; needs /proc. */
    long unreadRequests() {
        var local = ":%04X".formatted(port);
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(file -> lines(Path.of(file)))
                .map(line -> line.trim().split("\\s+"))
                .filter(fields -> fields[1].endsWith(local) && !fields[4].endsWith(":00000000"))
                .count();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGTERM, and waits for an orderly end. */
    void stop() {
        process.stop();
    }

    void start() {
        process = launch();
    }

    void awaitReady() {
        process.await(
                "become ready",
                START_WITHIN,
                () -> client.get("/health/readiness").status() == 200);
    }

    /** Waits until HTTP answers at all, ready or not. */
    void awaitAnswering() {
        process.await(
                "answer", START_WITHIN, () -> client.get("/health/liveness").status() > 0);
    }

    /** Loses the stores; only while the process does not run. */
    void deleteState() {
        try (var files = Files.walk(Path.of(properties.getOrDefault("quota.streams.state-dir", "")))) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.stop();
        await().atMost(Duration.ofSeconds(30)).until(() -> !process.isAlive());
    }

    private URI uri() {
        return URI.create("http://localhost:" + port);
    }

    private ChildProcess launch() {
        var command = (Files.exists(JAR)
                        ? ChildCommand.jar(JAR)
                        : ChildCommand.java(ChildCommand.ownClassPath(), Application.class.getName()))
                .jvm("-Xmx384m", "-XX:+UseSerialGC")
                .log(Path.of("target", "child-service-" + port + ".log"));
        properties.forEach((name, value) -> command.jvm("-D" + name + "=" + value));
        return command.start("ledger-service");
    }
}
