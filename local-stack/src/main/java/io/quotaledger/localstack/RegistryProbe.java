package io.quotaledger.localstack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a registry whether it serves. */
final class RegistryProbe {
    /** Path of Confluent's API. */
    static final String API = "/apis/ccompat/v7";

    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    private RegistryProbe() {}

    /** Whether it lists its subjects. */
    static boolean answers(URI url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/subjects"))
                .timeout(LIMIT)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    }
}
