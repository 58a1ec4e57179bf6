package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalStackIT {
    private static final String TOPIC = "stack-trials";

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LocalStack stack;

    @BeforeAll
    void start() {
        stack = LocalStack.builder()
                .withAll()
                .appendOnly(true)
                .topics(List.of(new NewTopic(TOPIC, 3, (short) 1)))
                .start();
    }

    @AfterAll
    void stop() {
        stack.close();
    }

    @Test
    void shouldHoldTheTopicsWhenKafkaIsKilledAndRestarted() throws Exception {
        String address = stack.bootstrapServers();
        assertThat(topics()).containsExactly(TOPIC);

        stack.kafka().kill();
        assertThat(stack.kafka().isAlive()).isFalse();
        stack.kafka().restart();

        assertThat(stack.bootstrapServers()).isEqualTo(address);
        assertThat(topics()).containsExactly(TOPIC);
    }

    @Test
    void shouldUseTheSecondTransactionProtocolWhenFormatted() throws Exception {
        try (Admin admin = admin()) {
            FeatureMetadata features =
                    admin.describeFeatures().featureMetadata().get();
            assertThat(features.finalizedFeatures())
                    .hasEntrySatisfying("transaction.version", range -> assertThat(range.maxVersionLevel())
                            .isEqualTo((short) 2));
        }
    }

    @Test
    void shouldGiveTheSameIdWhenTheRegistryIsKilledAndRestarted() throws Exception {
        URI url = stack.registryUrl();
        assertThat(url.toString()).endsWith("/apis/ccompat/v7");
        int id = StackProbe.register(stack, "trial-value", "\"string\"");

        stack.registry().kill();
        stack.registry().restart();

        assertThat(stack.registryUrl()).isEqualTo(url);
        assertThat(StackProbe.register(stack, "trial-value", "\"string\"")).isEqualTo(id);
    }

    @Test
    void shouldKeepDataAndPortWhenRedisIsKilledAndRestarted() throws Exception {
        String uri = stack.redisUri();
        StackProbe.redis(stack, "SET kept yes");

        stack.redis().kill();
        stack.redis().restart();

        assertThat(stack.redisUri())
                .isEqualTo(uri)
                .isEqualTo("redis://%s:%d", stack.redis().host(), stack.redis().port());
        assertThat(StackProbe.redis(stack, "GET kept")).isEqualTo("yes");
    }

    @Test
    void shouldNotAnswerWhenRedisIsSuspended() throws Exception {
        stack.redis().suspend();
        assertThatThrownBy(() -> StackProbe.redis(stack, "PING")).isInstanceOf(SocketTimeoutException.class);

        stack.redis().resume();
        assertThat(StackProbe.redis(stack, "PING")).isEqualTo("+PONG");
    }

    @Test
    void shouldStaySmallWhenItRuns() {
        assertThat(stack.kafka().residentBytes()).isBetween(1L, 900L << 20);
        assertThat(stack.registry().residentBytes()).isBetween(1L, 450L << 20);
        assertThat(stack.redis().residentBytes()).isBetween(1L, 100L << 20);
    }

    private Set<String> topics() throws Exception {
        try (Admin admin = admin()) {
            return admin.listTopics().names().get();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    }
}
