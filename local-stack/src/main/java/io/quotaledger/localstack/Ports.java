package io.quotaledger.localstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free TCP ports on the loopback address. They lie below the range from which the system takes ports of outgoing
 * connections: a client that reconnects to a server being down could otherwise be given the server's own port.
 */
public final class Ports {
    private static final int LOWEST = 11_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 200;

    private Ports() {}

    /** A port that was free a moment ago. Somebody else may still take it, so whoever uses it must be ready to retry. */
    public static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + LOWEST + " and " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
