package io.quotaledger.quickstart.opening;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The ledger service's HTTP API, as an operator. */
public final class LedgerApi {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_LIMIT)
            .build();
    private final URI service;
    private final String token;

    /** The service at an address. */
    public LedgerApi(URI service, String token) {
        this.service = service;
        this.token = token;
    }

    /** Creates something. */
    public JsonNode post(String path, Map<String, ?> body) {
        return send(path, "POST", HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    /** Sets something. */
    public JsonNode put(String path, Map<String, ?> body) {
        return send(path, "PUT", HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    /** Reads something. */
    public JsonNode get(String path) {
        return send(path, "GET", HttpRequest.BodyPublishers.noBody());
    }

    private JsonNode send(String path, String method, HttpRequest.BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create(service + path))
                .timeout(ANSWER_LIMIT)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, body)
                .build();
        try {
            var response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                        method + " " + path + " answered " + response.statusCode() + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path + " at " + service + " failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
