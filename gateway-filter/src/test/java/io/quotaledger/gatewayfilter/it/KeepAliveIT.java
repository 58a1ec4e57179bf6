package io.quotaledger.gatewayfilter.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Many requests over one connection of a client. */
class KeepAliveIT {
    private static final String BODY = "{\"model\":\"t1-large\",\"max_tokens\":125}";
    private static final String ANSWER = "{\"choices\":[],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":125}}";
    private static final Duration SLOW = Duration.ofMillis(200);
    private static final int PATIENCE_MILLIS = 30_000;
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(UPSTREAM.port(), Map.of());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        UPSTREAM.close();
    }

    /** A request that waits in the server until the one before has its answer, and is refused at once, does not end the reading. */
    @Test
    void shouldAnswerTheRequestThatFollowsARefusal() throws IOException {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer((request, response) -> response.status(200)
                .header("Content-Type", "application/json")
                .sendString(Mono.delay(SLOW).thenReturn(ANSWER)));
        var uri = gateway.uri("/v1/chat/completions");

        try (var socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            var answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            send(socket, request(tenant.secret) + request("nobody"));
            assertThat(nextStatus(answers)).isEqualTo(200);
            assertThat(nextStatus(answers)).isEqualTo(401);

            send(socket, request(tenant.secret));
            assertThat(nextStatus(answers)).isEqualTo(200);
        }
    }

    private static void send(Socket socket, String requests) throws IOException {
        socket.getOutputStream().write(requests.getBytes(StandardCharsets.UTF_8));
    }

    private static String request(String secret) {
        return TestGateway.chatOnTheWire(secret, BODY);
    }

    /** Reads until the next status line; the JSON of an answer may stand before it on its line. */
    private static int nextStatus(BufferedReader answers) throws IOException {
        for (var line = answers.readLine(); line != null; line = answers.readLine()) {
            int at = line.indexOf("HTTP/1.1 ");
            if (at >= 0) {
                return Integer.parseInt(line.substring(at + 9, at + 12));
            }
        }
        throw new IOException("the connection was closed");
    }
}
