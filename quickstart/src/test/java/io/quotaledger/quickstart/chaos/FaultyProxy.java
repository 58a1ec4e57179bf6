package io.quotaledger.quickstart.chaos;

import io.quotaledger.localstack.RedisNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A link to a server that can be told to misbehave: a TCP proxy with two threads a connection. Requests are what clients send, answers
 * what the server sends.
 */
final class FaultyProxy implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int BUFFER_BYTES = 16 * 1024;

    private enum Mode {
        PASSES,
        /** Nothing is read, and so nothing gets lost: it all comes late. */
        HOLDS,
        /** All is read and thrown away. */
        DROPS
    }

    private final ServerSocket server;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile InetSocketAddress target;
    private volatile Duration delay = Duration.ZERO;
    private volatile int cutEvery;
    private Mode mode = Mode.PASSES;

    FaultyProxy(RedisNode target) {
        this.target = address(target);
        try {
            this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("proxy", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Leads to another server from now on; who is connected has to connect again. */
    void leadTo(RedisNode node) {
        target = address(node);
        cut();
    }

    /** Every piece waits so long, each way. */
    void delay(Duration time) {
        delay = time;
    }

    /** Passes nothing; when it passes again, what was sent meanwhile comes late. */
    void hold() {
        set(Mode.HOLDS);
    }

    /** Passes nothing; what is sent meanwhile is lost, and the connections with it. */
    void drop() {
        set(Mode.DROPS);
    }

    /** Each n-th answer does not arrive: its connection ends in order instead, after the request was carried out. */
    void cutAtAnswer(int n) {
        cutEvery = n;
    }

    /** All is well again. */
    void heal() {
        delay = Duration.ZERO;
        cutEvery = 0;
        if (set(Mode.PASSES) == Mode.DROPS) {
            cut();
        }
    }

    /** Ends all connections. */
    void cut() {
        connections.forEach(Connection::close);
    }

    @Override
    public void close() {
        closeQuietly(server);
        cut();
        heal();
    }

    private synchronized Mode set(Mode next) {
        var before = mode;
        mode = next;
        notifyAll();
        return before;
    }

    private synchronized Mode awaitPassage() throws InterruptedException {
        while (mode == Mode.HOLDS) {
            wait();
        }
        return mode;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                start("proxy-connect", () -> connect(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void connect(Socket client) {
        var socket = new Socket();
        var connection = new Connection(client, socket);
        connections.add(connection);
        try {
            socket.connect(target);
            client.setTcpNoDelay(true);
            socket.setTcpNoDelay(true);
            start("proxy-answers", () -> connection.pump(socket, client, true));
            connection.pump(client, socket, false);
        } catch (IOException e) {
            connection.close();
        }
    }

    private final class Connection {
        private final Socket client;
        private final Socket upstream;

        Connection(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        void pump(Socket from, Socket to, boolean isAnswer) {
            var buffer = new byte[BUFFER_BYTES];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    var isDropped = awaitPassage() == Mode.DROPS;
                    TimeUnit.NANOSECONDS.sleep(delay.toNanos());
                    if (isAnswer && isCut()) {
                        // In order: what the client still sends is carried out until it has seen the end.
                        client.shutdownOutput();
                        return;
                    }
                    if (!isDropped) {
                        out.write(buffer, 0, length);
                    }
                }
                close();
            } catch (IOException e) {
                close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                close();
            }
        }

        private boolean isCut() {
            int every = cutEvery;
            return every > 0 && answers.incrementAndGet() % every == 0;
        }

        void close() {
            closeQuietly(client);
            closeQuietly(upstream);
            connections.remove(this);
        }
    }

    private static InetSocketAddress address(RedisNode node) {
        return new InetSocketAddress(node.host(), node.port());
    }

    private static void start(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
