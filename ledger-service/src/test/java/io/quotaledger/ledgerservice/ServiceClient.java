package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls the service as an operator would, with nothing between it and HTTP. */
final class ServiceClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int NOT_READY = 503;
    private static final int OUTCOME_UNKNOWN = 504;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI base;
    private final @Nullable String token;

    ServiceClient(URI base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    /** An answer. */
    record Answer(int status, String contentType, String text, java.net.http.HttpHeaders headers) {
        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + text, e);
            }
        }

        Answer mustBe(int expected) {
            assertThat(status).as(text).isEqualTo(expected);
            return this;
        }

        Answer mustBeProblem(int expected, String code) {
            mustBe(expected);
            assertThat(contentType).as(text).isEqualTo("application/problem+json");
            assertThat(json().path("code").asText()).as(text).isEqualTo(code);
            assertThat(json().path("status").asInt()).isEqualTo(expected);
            assertThat(json().path("type").asText()).isEqualTo("urn:quota:problem:" + code.replace('_', '-'));
            assertThat(json().path("title").asText()).isNotBlank();
            assertThat(json().path("detail").asText()).isNotBlank();
            return this;
        }
    }

    Answer get(String path) {
        return send("GET", path, null);
    }

    Answer post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    Answer put(String path, String body, String... headers) {
        return send("PUT", path, body, headers);
    }

    /**
     * Sends a request again until it is answered otherwise than "not ready" or "outcome unknown".
     *
     * @param request to be sent, with an {@code Idempotency-Key} if it changes anything
     */
    static Answer patiently(Supplier<Answer> request) {
        return await().atMost(PATIENCE)
                .until(request::get, answer -> answer.status() != NOT_READY && answer.status() != OUTCOME_UNKNOWN);
    }

    /** Sends a request; a body goes as JSON unless the headers say otherwise. */
    Answer send(String method, String path, @Nullable String body, String... headers) {
        var builder = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        var all = new ArrayList<>(List.of(headers));
        if (body != null && !all.contains("Content-Type")) {
            all.addAll(List.of("Content-Type", "application/json"));
        }
        if (token != null) {
            all.addAll(List.of("Authorization", "Bearer " + token));
        }
        if (!all.isEmpty()) {
            builder.headers(all.toArray(String[]::new));
        }
        try {
            var response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body(),
                    response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
