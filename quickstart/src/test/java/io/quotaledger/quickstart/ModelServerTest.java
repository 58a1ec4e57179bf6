package io.quotaledger.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.quickstart.model.Delivery;
import io.quotaledger.quickstart.model.Ending;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.model.Tokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelServerTest {
    private static final Tokens TOKENS = new Tokens(1500, 1280, 40);
    private static final String PLAIN =
            "{\"model\":\"tide-mini\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String STREAM =
            "{\"model\":\"tide-mini\",\"stream\":true,\"stream_options\":{\"include_usage\":true},\"messages\":[]}";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JsonMapper json = JsonMapper.shared();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private ModelServer server;

    @BeforeAll
    void start() {
        server = ModelServer.start("127.0.0.1", 0);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void shouldReportTheScriptsUsageWhenThePlainAnswerEndsWell() throws Exception {
        var response = chat(PLAIN, script("plain", Ending.COMPLETE, 200));
        assertThat(response.statusCode()).isEqualTo(200);
        assertUsage(json.readTree(response.body()).path("usage"));
        assertThat(json.readTree(response.body())
                        .at("/choices/0/message/content")
                        .asString())
                .isNotEmpty();
        assertThat(delivery("plain").usage()).isEqualTo(TOKENS);
    }

    @Test
    void shouldReportUsageInTheLastEventWhenTheStreamAsksForIt() throws Exception {
        var response = chat(STREAM, script("stream", Ending.COMPLETE, 200));
        assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream");
        var events = response.body().split("\n\n", -1);
        assertThat(events[events.length - 2]).isEqualTo("data: [DONE]");
        var last = json.readTree(events[events.length - 3].substring("data: ".length()));
        assertThat(last.path("choices")).isEmpty();
        assertUsage(last.path("usage"));
        assertThat(delivery("stream").usage()).isEqualTo(TOKENS);
    }

    @Test
    void shouldStreamAnAnswerWithoutTokens() throws Exception {
        var nothing = new Script("nothing", new Tokens(0, 0, 0), Ending.COMPLETE, 200, Duration.ZERO);
        var response = chat(STREAM, nothing);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).endsWith("data: [DONE]\n\n");
        assertThat(delivery("nothing").usage()).isEqualTo(nothing.tokens());
    }

    @Test
    void shouldReportNoUsageWhenTheStreamDoesNotAskForIt() throws Exception {
        var response = chat(
                STREAM.replace("\"include_usage\":true", "\"include_usage\":false"),
                script("unasked", Ending.COMPLETE, 200));
        assertThat(response.body()).doesNotContain("usage").endsWith("data: [DONE]\n\n");
        assertThat(delivery("unasked").usage()).isNull();
        assertThat(delivery("unasked").deliveredSomething()).isTrue();
    }

    @Test
    void shouldDeliverNothingWhenTheScriptSaysError() throws Exception {
        var response = chat(PLAIN, script("error", Ending.ERROR, 429));
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(json.readTree(response.body()).at("/error/type").asString()).isEqualTo("rate_limit_error");
        assertThat(delivery("error").deliveredSomething()).isFalse();
    }

    @Test
    void shouldCloseTheConnectionWhenTheScriptCutsBeforeTheAnswer() {
        assertThatThrownBy(() -> chat(PLAIN, script("cut", Ending.CUT_BEFORE_ANSWER, 200)))
                .isInstanceOf(IOException.class);
        assertThat(delivery("cut").deliveredSomething()).isFalse();
    }

    @Test
    void shouldSendContentFirstWhenTheScriptCutsAStream() throws Exception {
        var request = request(STREAM, script("broken", Ending.CUT_AFTER_CONTENT, 200));
        var response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (var body = response.body()) {
            assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("data: ");
            assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
        }
        assertThat(delivery("broken").contentBytes()).isPositive();
        assertThat(delivery("broken").usage()).isNull();
    }

    @Test
    void shouldCostTheSameWhenACallWithoutScriptIsRepeated() throws Exception {
        var first = json.readTree(chat(PLAIN, null).body()).path("usage");
        assertThat(first.path("completion_tokens").asLong()).isPositive();
        assertThat(json.readTree(chat(PLAIN, null).body()).path("usage")).isEqualTo(first);
    }

    @Test
    void shouldNameItsModelsWhenAsked() throws Exception {
        var response =
                http.send(HttpRequest.newBuilder(uri("/v1/models")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(json.readTree(response.body()).path("data")).hasSize(4);
    }

    @Test
    void shouldReportInputOnlyWhenAskedForEmbeddings() throws Exception {
        var response = http.send(
                HttpRequest.newBuilder(uri("/v1/embeddings"))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"tide-embed\",\"input\":[\"a\"]}"))
                        .header(
                                Script.HEADER,
                                script("embed", Ending.COMPLETE, 200).toHeader())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(json.readTree(response.body()).at("/usage/prompt_tokens").asLong())
                .isEqualTo(1500);
        assertThat(delivery("embed").usage()).isEqualTo(new Tokens(1500, 0, 0));
    }

    @Test
    void shouldRefuseWhenTheBodyIsNotJson() throws Exception {
        assertThat(chat("{\"model\":", null).statusCode()).isEqualTo(400);
    }

    private static Script script(String id, Ending ending, int status) {
        return new Script(id, TOKENS, ending, status, Duration.ZERO);
    }

    private static void assertUsage(JsonNode usage) {
        assertThat(usage.path("prompt_tokens").asLong()).isEqualTo(1500);
        assertThat(usage.path("completion_tokens").asLong()).isEqualTo(40);
        assertThat(usage.at("/prompt_tokens_details/cached_tokens").asLong()).isEqualTo(1280);
    }

    private Delivery delivery(String callId) {
        return Objects.requireNonNull(server.deliveries().of(callId));
    }

    private HttpResponse<String> chat(String body, @Nullable Script script) throws Exception {
        return http.send(request(body, script), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String body, @Nullable Script script) {
        var request =
                HttpRequest.newBuilder(uri("/v1/chat/completions")).POST(HttpRequest.BodyPublishers.ofString(body));
        if (script != null) {
            request.header(Script.HEADER, script.toHeader());
        }
        return request.build();
    }

    private URI uri(String path) {
        return URI.create(server.url() + path);
    }
}
