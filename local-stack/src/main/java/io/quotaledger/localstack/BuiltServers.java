package io.quotaledger.localstack;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;

/** Where the build of this module left the servers that run on Java. */
final class BuiltServers {
    private static final Properties PROPERTIES = load();

    private BuiltServers() {}

    /** Class path of the broker. */
    static String kafkaClassPath() {
        String classPath = property("kafka.classpath");
        Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(classPath)
                .forEach(BuiltServers::existing);
        return classPath;
    }

    /** The registry's executable jar. */
    static Path registryJar() {
        return existing(property("registry.jar"));
    }

    /** Versions of the servers, {@code kafka.version} and {@code registry.version}: also the tags of their images. */
    static String property(String name) {
        String value = PROPERTIES.getProperty(name);
        if (value == null || value.isEmpty() || value.startsWith("${")) {
            throw new IllegalStateException(name + " is not set in servers.properties: " + howToBuild());
        }
        return value;
    }

    private static Path existing(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new IllegalStateException("the local stack needs " + path + ", which is not there: " + howToBuild());
        }
        return path;
    }

    private static String howToBuild() {
        return "run './mvnw -q install -DskipTests -pl local-stack' in the project's root directory";
    }

    private static Properties load() {
        Properties properties = new Properties();
        try (InputStream in = BuiltServers.class.getResourceAsStream("servers.properties")) {
            if (in != null) {
                properties.load(in);
            }
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
