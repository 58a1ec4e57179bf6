package io.quotaledger.ledgerservice;

import static org.awaitility.Awaitility.await;

import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import io.micronaut.test.support.TestPropertyProvider;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A service in this JVM on the shared stack, ready before the first test. */
@MicronautTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServiceTest implements TestPropertyProvider {
    static final Duration READY_WITHIN = Duration.ofMinutes(2);

    @Inject
    EmbeddedServer server;

    @Override
    public Map<String, String> getProperties() {
        return SharedStack.properties(getClass().getSimpleName());
    }

    @BeforeAll
    void awaitReady() {
        var client = client(null);
        await().atMost(READY_WITHIN).until(() -> client.get("/health/readiness").status() == 200);
    }

    ServiceClient operator() {
        return client(SharedStack.OPERATOR_TOKEN);
    }

    ServiceClient client(@Nullable String token) {
        return new ServiceClient(server.getURI(), token);
    }
}
