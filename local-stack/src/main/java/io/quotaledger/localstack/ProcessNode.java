package io.quotaledger.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that runs as a child process, with its data and its log in a directory of its own. */
abstract class ProcessNode implements ServerNode {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int START_ATTEMPTS = 5;
    private static final Pattern PORT_TAKEN =
            Pattern.compile("(?i)address (already )?in use|already bound|in use by another|BindException");

    private final String name;
    private final Path directory;
    private final IntSupplier ports;
    private @Nullable ChildProcess child;

    ProcessNode(String name, Path directory, IntSupplier ports) {
        this.name = name;
        this.directory = directory;
        this.ports = ports;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes other ports than before. */
    abstract void choosePorts();

    /** The command that runs the server on the ports chosen. */
    abstract ChildCommand command() throws IOException;

    /** Whether this very server, not another one that has its port, answers as it should. */
    abstract boolean answers(long pid) throws Exception;

    /** Starts the server; takes other ports if somebody else was faster in taking one of those chosen. */
    final void start() {
        for (int attempt = 1; ; attempt++) {
            choosePorts();
            try {
                launch();
                return;
            } catch (ChildProcess.EndedException e) {
                if (attempt == START_ATTEMPTS || !PORT_TAKEN.matcher(log()).find()) {
                    throw e;
                }
            }
        }
    }

    private void launch() {
        try {
            ChildProcess started = command()
                    .directory(directory)
                    .log(directory.resolve(name + ".log"))
                    .start(name);
            child = started;
            try {
                started.await("become ready", START_LIMIT, () -> answers(started.pid()));
            } catch (RuntimeException e) {
                started.kill();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    final int nextPort() {
        return ports.getAsInt();
    }

    final Path directory() {
        return directory;
    }

    /** Copies a resource of the class path into the directory of this server. */
    final Path extract(String resource, Path target) throws IOException {
        try (InputStream in = open(resource)) {
            Files.createDirectories(target.resolveSibling("."));
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            return target;
        }
    }

    /** A resource of the class path. */
    static InputStream open(String resource) {
        InputStream in = ProcessNode.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("not on the class path: " + resource);
        }
        return in;
    }

    @Override
    public long pid() {
        return child().pid();
    }

    @Override
    public boolean isAlive() {
        return child().isAlive();
    }

    @Override
    public void kill() {
        child().kill();
    }

    @Override
    public void stop() {
        child().stop();
    }

    @Override
    public void restart() {
        stop();
        launch();
    }

    @Override
    public void suspend() {
        child().suspend();
    }

    @Override
    public void resume() {
        child().resume();
    }

    @Override
    public long residentBytes() {
        return child().residentBytes();
    }

    @Override
    public String log() {
        return child().logTail();
    }

    private ChildProcess child() {
        if (child == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return child;
    }
}
