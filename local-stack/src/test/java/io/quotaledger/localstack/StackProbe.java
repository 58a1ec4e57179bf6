package io.quotaledger.localstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Small clients for the servers of a stack. */
final class StackProbe {
    private static final int LIMIT_MS = 2_000;

    private StackProbe() {}

    /** Registers an Avro schema and returns its id. */
    static int register(LocalStack stack, String subject, String schema) throws IOException, InterruptedException {
        String body = "{\"schema\":\"" + schema.replace("\"", "\\\"") + "\"}";
        HttpResponse<String> response = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(stack.registryUrl() + "/subjects/" + subject + "/versions"))
                                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        return Integer.parseInt(response.body().replaceAll("\\D", ""));
    }

    /** The last line of the reply to one command; a suspended server makes it time out. */
    static String redis(LocalStack stack, String command) throws IOException {
        try (Socket socket = new Socket(stack.redis().host(), stack.redis().port())) {
            socket.setSoTimeout(LIMIT_MS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader reply =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = reply.readLine();
            return line.startsWith("$") ? reply.readLine() : line;
        }
    }
}
