package io.quotaledger.localstack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running child of this JVM, started by {@link ChildCommand}. Closing it kills it. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final int LOG_TAIL_BYTES = 4096;

    private final String name;
    private final Process process;
    private final @Nullable Path log;
    private final long logStart;

    ChildProcess(String name, Process process, @Nullable Path log, long logStart) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.logStart = logStart;
    }

    /** Something to wait for. An exception means "not yet". */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** The child ended while something was still expected of it. */
    public static final class EndedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        EndedException(String message) {
            super(message);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Exit code of a child that has ended; 128 + n if signal n ended it. */
    public int exitCode() {
        return process.exitValue();
    }

    /**
     * Waits until the condition holds.
     *
     * @param what the condition in words that continue "has not …" or "ended before it had …", such as "become ready"
     * @throws EndedException if the child ends first; the message has the end of its log
     * @throws IllegalStateException if the condition does not hold within the limit
     */
    public void await(String what, Duration limit, Condition condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        Exception last = null;
        while (true) {
            try {
                if (condition.holds() && isAlive()) {
                    return;
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            } catch (Exception e) {
                last = e;
            }
            if (endsWithin(POLL)) {
                throw new EndedException(
                        name + " ended with exit code " + exitCode() + " before it had " + what + describeLog());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        name + " has not " + what + " within " + limit.toSeconds() + " s" + describeLog(), last);
            }
        }
    }

    /** Whether the child ends within the given time. */
    public boolean endsWithin(Duration limit) {
        try {
            return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Sends SIGKILL and waits until the process is gone. */
    public void kill() {
        process.destroyForcibly();
        if (!endsWithin(STOP_LIMIT)) {
            throw new IllegalStateException(name + " (process " + pid() + ") survives SIGKILL");
        }
    }

    /** Sends SIGTERM, waits up to 30 s for an orderly end and then kills. */
    public void stop() {
        if (isAlive()) {
            resume();
            // Not process.destroy(): it closes the pipe first, and the watchdog would kill at once.
            process.toHandle().destroy();
            if (!endsWithin(STOP_LIMIT)) {
                kill();
            }
        }
    }

    /** Sends SIGSTOP and waits until the process stands still. */
    public void suspend() {
        signal("STOP");
        await("been suspended", STOP_LIMIT, () -> ProcFs.isAbsent() || ProcFs.state(pid()) == 'T');
    }

    /** Sends SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** Resident memory in bytes; 0 if the process is gone or the platform has no /proc. */
    public long residentBytes() {
        return isAlive() ? ProcFs.residentBytes(pid()) : 0;
    }

    /** The end of what this start of the command has written to its log; empty if it has no log file. */
    public String logTail() {
        if (log == null) {
            return "";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(logStart, file.length() - LOG_TAIL_BYTES));
            byte[] bytes = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private void signal(String signal) {
        try {
            // The shell's own kill: a kill binary is not everywhere.
            var kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid()).redirectErrorStream(true);
            int code = Programs.start(kill).waitFor();
            if (code != 0 && isAlive()) {
                throw new IllegalStateException("cannot send SIG" + signal + " to " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private String describeLog() {
        return log == null ? "" : "; its log is " + log.toAbsolutePath() + " and ends with:\n" + logTail();
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }
}
