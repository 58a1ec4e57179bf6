package io.quotaledger.localstack;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.IntSupplier;
import org.apache.kafka.common.Uuid;

/** A Kafka broker and controller in one child process. Its storage is formatted on the first start. */
final class KafkaProcess extends ProcessNode implements KafkaNode {
    private static final String LAUNCHER = "/io/quotaledger/localstack/KafkaLauncher.class";
    private static final String LOGGING = "/io/quotaledger/localstack/kafka-logback.xml";

    private int brokerPort;
    private int controllerPort;

    KafkaProcess(Path directory, IntSupplier ports) {
        super("kafka", directory, ports);
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + brokerPort;
    }

    @Override
    void choosePorts() {
        brokerPort = nextPort();
        controllerPort = nextPort();
    }

    @Override
    ChildCommand command() throws IOException {
        Path launcher = directory().resolve("launcher");
        extract(LAUNCHER, launcher.resolve(LAUNCHER.substring(1)));
        Path logging = extract(LOGGING, launcher.resolve("logback.xml"));
        Path settings = directory().resolve("server.properties");
        try (OutputStream out = Files.newOutputStream(settings)) {
            settings().store(out, null);
        }
        return ChildCommand.java(
                        launcher + File.pathSeparator + BuiltServers.kafkaClassPath(),
                        "io.quotaledger.localstack.KafkaLauncher")
                .jvm("-Xmx400m", "-Xss512k", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=128m")
                // The quick compiler alone: a third less processor time for the start and for the first minutes of
                // load.
                .jvm("-XX:TieredStopAtLevel=1")
                .jvm("-Dlogback.configurationFile=" + logging)
                .args(settings.toString(), clusterId());
    }

    @Override
    boolean answers(long pid) throws Exception {
        return clusterId().equals(KafkaTopics.servingCluster(bootstrapServers()));
    }

    private Properties settings() {
        String controller = "127.0.0.1:" + controllerPort;
        String data = directory().resolve("data").toString();
        return KafkaSettings.of(bootstrapServers(), bootstrapServers(), controller, data);
    }

    /** The id that the storage has been formatted with or, before that, will be. */
    private String clusterId() throws IOException {
        Path file = directory().resolve("cluster.id");
        if (Files.notExists(file)) {
            WholeFile.write(file, Uuid.randomUuid().toString());
        }
        return Files.readString(file);
    }
}
