package io.quotaledger.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntSupplier;

/** A redis-server 7 as a child process. */
final class RedisProcess extends ProcessNode implements RedisNode {
    private static final String VERSION = "7.0.15";

    private final boolean appendOnly;
    private int port;

    RedisProcess(Path directory, IntSupplier ports, boolean appendOnly) {
        super("redis", directory, ports);
        this.appendOnly = appendOnly;
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    void choosePorts() {
        port = nextPort();
    }

    @Override
    ChildCommand command() throws IOException {
        return ChildCommand.of(binary().toString(), "--daemonize", "no", "--port", String.valueOf(port))
                .args("--bind", host(), "--protected-mode", "yes")
                .args("--dir", directory().toString(), "--save", "")
                .args("--appendonly", appendOnly ? "yes" : "no", "--appendfsync", "everysec");
    }

    @Override
    boolean answers(long pid) throws IOException {
        return RedisProbe.servingProcess(host(), port) == pid;
    }

    private Path binary() throws IOException {
        Path binary = directory().resolve("redis-server-" + VERSION);
        if (Files.notExists(binary)) {
            String system =
                    System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
            String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
            Path copy = directory().resolve("redis-server.part");
            try (InputStream in = open("/redis-server-" + VERSION + "-" + system + "-" + processor)) {
                Programs.write(in, copy);
            }
            Files.move(copy, binary);
        }
        return binary;
    }
}
