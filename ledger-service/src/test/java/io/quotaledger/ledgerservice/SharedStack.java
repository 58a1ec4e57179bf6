package io.quotaledger.ledgerservice;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * One Kafka, Redis and registry for all test classes of this JVM; they end with it. Tests use tenants and plans of their own.
 */
final class SharedStack {
    static final String OPERATOR_TOKEN = "operator-token-of-the-tests";

    private static final class Holder {
        static final LocalStack STACK = LocalStack.builder()
                .withAll()
                .appendOnly(true)
                .topics(Topic.newTopics(3, (short) 1))
                .start();
    }

    private SharedStack() {}

    static LocalStack get() {
        return Holder.STACK;
    }

    /** Configuration of a service on this stack with a fresh state folder. */
    static Map<String, String> properties(String instance) {
        return properties(get(), instance);
    }

    /** The same on another stack. */
    static Map<String, String> properties(LocalStack stack, String instance) {
        var properties = new HashMap<String, String>();
        properties.put("micronaut.server.port", "-1");
        properties.put("quota.instance.id", instance);
        properties.put("quota.kafka.bootstrap-servers", stack.bootstrapServers());
        properties.put("quota.schema-registry.url", stack.registryUrl().toString());
        properties.put("quota.redis.uri", stack.redisUri());
        properties.put("quota.auth.operator-token", OPERATOR_TOKEN);
        properties.put("quota.streams.timer-interval", "100ms");
        // Tests that look at differences would see them mended else.
        properties.put("quota.reconciliation.interval", "1h");
        try {
            var states = Files.createDirectories(Path.of("target", "state").toAbsolutePath());
            properties.put(
                    "quota.streams.state-dir",
                    Files.createTempDirectory(states, instance).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
