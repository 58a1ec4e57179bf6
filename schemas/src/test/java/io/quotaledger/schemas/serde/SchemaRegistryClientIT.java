package io.quotaledger.schemas.serde;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that a healthy registry does not give, and what the client sends, on a server that says what it is told to. */
class SchemaRegistryClientIT {
    private static final Schema SCHEMA = SchemaBuilder.record("R")
            .namespace("test")
            .fields()
            .requiredString("id")
            .endRecord();

    private final List<String> requests = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    private final Map<String, String> bodies = new HashMap<>();
    private int status = 200;
    private String body = "{\"id\": 7}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void shouldAskAsConfluentsClientsDo() {
        assertThat(client(url(), RegistryConfig.USER_INFO, "me:päss").register("quota-events-value", SCHEMA))
                .isEqualTo(7);
        body = "{\"schema\": \"\\\"string\\\"\"}";
        assertThat(client(url()).schema(7)).isEqualTo(Schema.create(Schema.Type.STRING));
        body = "{\"id\": 8, \"version\": 2}";
        assertThat(client(url(), RegistryConfig.AUTO_REGISTER, "false").register("s", SCHEMA))
                .isEqualTo(8);

        var text = SCHEMA.toString().replace("\"", "\\\"");
        assertThat(requests)
                .containsExactly(
                        "POST /v7/subjects/quota-events-value/versions application/vnd.schemaregistry.v1+json"
                                + " Basic bWU6cMOkc3M= {\"schema\":\"" + text + "\"}",
                        "GET /v7/schemas/ids/7 null null ",
                        "POST /v7/subjects/s application/vnd.schemaregistry.v1+json null {\"schema\":\"" + text
                                + "\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"error_code\": 401, \"message\": \"Unauthorized\"}",
                "403 | ''",
                "404 | <html>no such page</html>",
                "404 | {\"error_code\": 404, \"message\": \"HTTP 404 Not Found\"}",
                "429 | ''",
                "500 | {\"error_code\": 50001, \"message\": \"Error in the backend datastore\"}",
                "502 | <html>bad gateway</html>",
                "503 | ''",
                "302 | ''",
                "200 | ''",
                "200 | <html>welcome</html>",
                "200 | []",
            })
    void shouldCallTheRegistryUnavailableWhenItSaysNothingAboutTheSchema(int given, String answer) {
        status = given;
        body = answer;

        assertThatThrownBy(() -> client(url()).schema(7)).isInstanceOf(RegistryUnavailableException.class);
        assertThatThrownBy(() -> client(url()).register("s", SCHEMA)).isInstanceOf(RegistryUnavailableException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | {\"error_code\": 40403, \"message\": \"Schema not found\"}",
                "404 | {\"error_code\": 40401, \"message\": \"Subject not found\"}",
                "409 | {\"error_code\": 409, \"message\": \"not compatible\"}",
                "422 | {\"error_code\": 42201, \"message\": \"Invalid schema\"}",
            })
    void shouldGiveTheReasonWhenTheRegistryRefusesTheSchema(int given, String answer) {
        status = given;
        body = answer;

        assertThatThrownBy(() -> client(url()).register("s", SCHEMA))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(answer);
    }

    @Test
    void shouldCallBytesUnreadableWhenTheirSchemaIsNotAvro() {
        body = "{\"schema\": \"syntax = \\\"proto3\\\";\", \"schemaType\": \"PROTOBUF\"}";

        assertThatThrownBy(() -> client(url()).schema(7)).isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldPutASchemaTogetherWhenItIsRegisteredInParts() {
        bodies.put("/v7/schemas/ids/7", part("Whole", "test.A", "test.B", "test.C"));
        bodies.put("/v7/subjects/test.B/versions/1", part("B", "test.A"));
        bodies.put("/v7/subjects/test.C/versions/1", part("C", "test.B", "test.A"));
        bodies.put("/v7/subjects/test.A/versions/1", part("A"));

        var schema = client(url()).schema(7);

        assertThat(schema.getFullName()).isEqualTo("test.Whole");
        assertThat(schema.getField("c").schema().getField("b").schema().getFullName())
                .isEqualTo("test.B");
        assertThat(requests).hasSize(4);
    }

    /** A record with one field for each type that it refers to. */
    private static String part(String name, String... references) {
        var fields = Arrays.stream(references)
                .map(type -> "{'name':'" + type.substring(5).toLowerCase(Locale.ROOT) + "','type':'" + type + "'}");
        var schema = "{'type':'record','namespace':'test','name':'" + name + "','fields':["
                + fields.collect(Collectors.joining(",")) + "]}";
        var referred = Arrays.stream(references)
                .map(type -> "{'name':'" + type + "','subject':'" + type + "','version':1}")
                .collect(Collectors.joining(","));
        return ("{'schema':\"" + schema.replace("'", "\\'") + "\",'references':[" + referred + "]}")
                .replace("\\'", "\\\"")
                .replace('\'', '"');
    }

    @Test
    void shouldAskTheNextUrlWhenOneIsDown() throws IOException {
        assertThat(client(deadUrl() + "," + url()).register("s", SCHEMA)).isEqualTo(7);
    }

    @Test
    void shouldNameAllUrlsWhenNoneAnswers() throws IOException {
        status = 503;
        var dead = deadUrl();

        assertThatThrownBy(() -> client(dead + "," + url()).schema(7))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(dead)
                .hasMessageContaining(url() + ": status 503");
    }

    @Test
    void shouldGiveUpWhenNoAnswerComesInTime() throws IOException {
        // A socket that takes connections and never says a word.
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var client = client("http://127.0.0.1:" + silent.getLocalPort(), RegistryConfig.READ_TIMEOUT_MS, "200");

            assertThatThrownBy(() -> client.schema(7))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("HttpTimeoutException");
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        requests.add(String.join(
                " ",
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                String.valueOf(headers.getFirst("Content-Type")),
                String.valueOf(headers.getFirst("Authorization")),
                new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        var bytes =
                bodies.getOrDefault(exchange.getRequestURI().getPath(), body).getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static SchemaRegistryClient client(String urls) {
        return new SchemaRegistryClient(RegistryConfig.from(Map.of(RegistryConfig.URL, urls)));
    }

    private static SchemaRegistryClient client(String urls, String setting, String value) {
        return new SchemaRegistryClient(RegistryConfig.from(Map.of(RegistryConfig.URL, urls, setting, value)));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v7";
    }

    private static String deadUrl() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + taken.getLocalPort();
        }
    }
}
