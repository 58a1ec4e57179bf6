package io.quotaledger.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs as a child of this JVM and never outlives it, not even when this JVM is killed with SIGKILL.
 *
 * <p>The command is started through a few lines of {@code sh}: the shell leaves a watchdog behind and then becomes
 * the command itself, so the process id and the exit code are the command's own. The watchdog reads a pipe whose other
 * end only this JVM holds; when it closes, it kills the command, which works on a suspended command too. Interrupts from
 * the terminal reach only this JVM, which decides in what order its children end. Where there is {@code setsid}, the
 * command has a session of its own: Linux then shares the processors by session, so that a busy child with many threads
 * does not starve the others.
 *
 * <p>A command may be started many times; each start appends to the same log.
 */
public final class ChildCommand {
    private static final String WATCHED = """
            exec 3<&0
            trap '' INT HUP
            ( trap '' TERM; while read -r _ <&3; do :; done; kill -KILL $$ ) </dev/null >/dev/null 2>&1 &
            ! command -v setsid >/dev/null 2>&1 || set -- setsid "$@"
            exec "$@" </dev/null 3<&-
            """;

    private final List<String> words;
    private final int jvmArgumentsAt;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private @Nullable Path directory;
    private @Nullable Path log;

    private ChildCommand(List<String> words, int jvmArgumentsAt) {
        this.words = new ArrayList<>(words);
        this.jvmArgumentsAt = jvmArgumentsAt;
    }

    public static ChildCommand of(String... words) {
        return new ChildCommand(List.of(words), -1);
    }

    /** A main class on the Java that runs this JVM. */
    public static ChildCommand java(String classPath, String mainClass) {
        return new ChildCommand(List.of(javaBinary(), "-cp", classPath, mainClass), 1);
    }

    /** An executable jar on the Java that runs this JVM. */
    public static ChildCommand jar(Path jar) {
        return new ChildCommand(
                List.of(javaBinary(), "-jar", jar.toAbsolutePath().toString()), 1);
    }

    /** The class path of this JVM. */
    public static String ownClassPath() {
        return System.getProperty("java.class.path", "");
    }

    /** Adds options of the JVM itself; only for commands made by {@link #java} or {@link #jar}. */
    public ChildCommand jvm(String... options) {
        if (jvmArgumentsAt < 0) {
            throw new IllegalStateException("not a Java command: " + words);
        }
        words.addAll(jvmArgumentsAt, List.of(options));
        return this;
    }

    public ChildCommand args(String... arguments) {
        words.addAll(List.of(arguments));
        return this;
    }

    public ChildCommand env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public ChildCommand directory(Path workingDirectory) {
        this.directory = workingDirectory;
        return this;
    }

    /** The file that takes standard output and standard error; without one they go to those of this JVM. */
    public ChildCommand log(Path file) {
        this.log = file;
        return this;
    }

    /** Starts the command; {@code name} is what messages call it. Returns at once: see {@link ChildProcess#await}. */
    public ChildProcess start(String name) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", WATCHED, name));
        all.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().putAll(environment);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            long logStart = redirect(builder);
            return new ChildProcess(name, Programs.start(builder), log, logStart);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + ": " + words, e);
        }
    }

    private long redirect(ProcessBuilder builder) throws IOException {
        if (log == null) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
            return 0;
        }
        Path file = log.toAbsolutePath();
        Files.createDirectories(file.resolveSibling("."));
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()));
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static String javaBinary() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
