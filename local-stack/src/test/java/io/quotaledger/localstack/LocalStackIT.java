package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalStackIT {
    private static final String SCHEMA = "{\"schema\":\"{\\\"type\\\":\\\"string\\\"}\"}";

    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LocalStack stack;

    @BeforeAll
    void start() {
        stack = LocalStack.builder()
                .withAll()
                .topics(List.of(new NewTopic("stack-trials", 3, (short) 1)))
                .start();
    }

    @AfterAll
    void stop() {
        stack.close();
    }

    @Test
    void shouldHoldTheTopicsWhenKafkaAnswers() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            assertThat(admin.describeTopics(List.of("stack-trials"))
                            .allTopicNames()
                            .get())
                    .hasEntrySatisfying("stack-trials", topic -> assertThat(topic.partitions())
                            .hasSize(3));
        }
    }

    @Test
    void shouldAnswerConfluentsApiWhenASchemaIsRegistered() throws Exception {
        assertThat(stack.registryUrl().toString()).endsWith("/apis/ccompat/v7");
        HttpResponse<String> registered = http.send(
                HttpRequest.newBuilder(URI.create(stack.registryUrl() + "/subjects/trial-value/versions"))
                        .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                        .POST(HttpRequest.BodyPublishers.ofString(SCHEMA))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(registered.statusCode()).isEqualTo(200);
        assertThat(registered.body()).matches("\\{\"id\":\\d+}");
    }

    @Test
    void shouldBeTheVeryProcessWhenRedisAnswers() throws Exception {
        assertThat(stack.redisUri())
                .isEqualTo("redis://127.0.0.1:" + stack.redis().port());
        assertThat(RedisProbe.answers(
                        stack.redis().host(),
                        stack.redis().port(),
                        stack.redis().pid()))
                .isTrue();
    }
}
