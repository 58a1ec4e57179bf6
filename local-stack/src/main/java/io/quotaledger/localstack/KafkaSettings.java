package io.quotaledger.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Settings of the one broker: those of the file {@code kafka-server.properties} and its addresses. */
final class KafkaSettings {
    private KafkaSettings() {}

    /** All addresses as {@code host:port}: what clients are told, what the broker listens to, the controller's. */
    static Properties of(String advertised, String listener, String controller, String dataDirectory) {
        Properties settings = new Properties();
        try (InputStream in = KafkaSettings.class.getResourceAsStream("kafka-server.properties")) {
            settings.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.setProperty("log.dirs", dataDirectory);
        settings.setProperty("listeners", "PLAINTEXT://" + listener + ",CONTROLLER://" + controller);
        settings.setProperty("advertised.listeners", "PLAINTEXT://" + advertised);
        settings.setProperty("controller.quorum.voters", "1@" + controller);
        return settings;
    }
}
