package io.quotaledger.localstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a Redis over a plain socket whether it serves. */
final class RedisProbe {
    private static final int LIMIT_MS = 2_000;

    private RedisProbe() {}

    /** Whether the server on this port answers a ping, with its data loaded, and is the process given. */
    static boolean answers(String host, int port, long pid) throws IOException {
        try (Socket socket = new Socket(host, port)) {
            socket.setSoTimeout(LIMIT_MS);
            socket.getOutputStream().write("PING\r\nINFO server\r\nQUIT\r\n".getBytes(StandardCharsets.UTF_8));
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return "+PONG".equals(replies.readLine())
                    && replies.lines().anyMatch(line -> line.equals("process_id:" + pid));
        }
    }
}
