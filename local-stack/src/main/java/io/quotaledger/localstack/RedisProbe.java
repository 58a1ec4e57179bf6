package io.quotaledger.localstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a Redis over a plain socket whether it serves. */
final class RedisProbe {
    private static final int LIMIT_MS = 2_000;
    private static final String PROCESS_ID = "process_id:";

    private RedisProbe() {}

    /** Process id of the server on this port, as it tells itself; 0 while it loads its data. */
    static long servingProcess(String host, int port) throws IOException {
        try (Socket socket = new Socket(host, port)) {
            socket.setSoTimeout(LIMIT_MS);
            socket.getOutputStream().write("PING\r\nINFO server\r\nQUIT\r\n".getBytes(StandardCharsets.UTF_8));
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return "+PONG".equals(replies.readLine()) ? processId(replies) : 0;
        }
    }

    private static long processId(BufferedReader info) {
        return info.lines()
                .filter(line -> line.startsWith(PROCESS_ID))
                .mapToLong(line -> Long.parseLong(line.substring(PROCESS_ID.length())))
                .findFirst()
                .orElse(0);
    }
}
