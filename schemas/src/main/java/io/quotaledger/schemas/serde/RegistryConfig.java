package io.quotaledger.schemas.serde;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Settings of the serdes, named as in Confluent's serdes so that one set of properties serves both.
 *
 * @param urls base URLs, asked in this order until one answers
 * @param userInfo {@code user:password} for basic authentication; empty for none
 * @param autoRegister whether a schema that is not in the registry is registered
 * @param connectTimeout longest wait for a connection to one URL
 * @param readTimeout longest wait for the answer of one URL
 */
public record RegistryConfig(
        List<String> urls, String userInfo, boolean autoRegister, Duration connectTimeout, Duration readTimeout) {
    /** Base URLs, separated by commas; {@code mock://name} for a registry in this process's memory. */
    public static final String URL = "schema.registry.url";
    /** {@code user:password} for basic authentication. */
    public static final String USER_INFO = "schema.registry.basic.auth.user.info";
    /** Whether unknown schemas are registered, default true; else they must be in the registry. */
    public static final String AUTO_REGISTER = "auto.register.schemas";
    /** Longest wait for a connection in milliseconds, default 2,000. */
    public static final String CONNECT_TIMEOUT_MS = "http.connect.timeout.ms";
    /** Longest wait for an answer in milliseconds, default 5,000. */
    public static final String READ_TIMEOUT_MS = "http.read.timeout.ms";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(URL, ConfigDef.Type.LIST, Importance.HIGH, "Base URLs of the registry.")
            .define(
                    USER_INFO,
                    ConfigDef.Type.PASSWORD,
                    "",
                    Importance.MEDIUM,
                    "user:password for basic authentication.")
            .define(AUTO_REGISTER, ConfigDef.Type.BOOLEAN, true, Importance.MEDIUM, "Register unknown schemas.")
            .define(
                    CONNECT_TIMEOUT_MS,
                    ConfigDef.Type.INT,
                    2_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "Wait for a connection.")
            .define(
                    READ_TIMEOUT_MS,
                    ConfigDef.Type.INT,
                    5_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "Wait for an answer.");

    public RegistryConfig {
        urls = urls.stream().map(url -> url.replaceFirst("/+$", "")).toList();
        if (urls.isEmpty()) {
            throw new ConfigException(URL, urls, "names no registry");
        }
    }

    /**
     * The settings in a map of Kafka properties; others in it are left alone.
     *
     * @throws ConfigException if one is missing or wrong
     */
    public static RegistryConfig from(Map<String, ?> properties) {
        var config = new AbstractConfig(DEFINITION, properties, false);
        return new RegistryConfig(
                config.getList(URL),
                config.getPassword(USER_INFO).value(),
                config.getBoolean(AUTO_REGISTER),
                Duration.ofMillis(config.getInt(CONNECT_TIMEOUT_MS)),
                Duration.ofMillis(config.getInt(READ_TIMEOUT_MS)));
    }

    @Override
    public String toString() {
        return "registry " + urls;
    }
}
