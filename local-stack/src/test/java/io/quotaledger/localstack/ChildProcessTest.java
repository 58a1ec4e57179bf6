package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Says so when it is ready, then waits for a signal. */
    private static final String SLEEPER = "echo ready; while :; do sleep 0.1; done";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void shouldPassEnvironmentAndDirectoryWhenStarted() {
        ChildProcess child = ChildCommand.of("sh", "-c", "echo $GREETING from $PWD \"$1\"; exit 3", "sh", "two words")
                .env("GREETING", "hello")
                .directory(directory)
                .log(log())
                .start("greeter");

        assertThat(child.endsWithin(LIMIT)).isTrue();
        assertThat(child.exitCode()).isEqualTo(3);
        assertThat(child.logTail()).isEqualTo("hello from " + directory + " two words\n");
    }

    @Test
    void shouldTellOnlyItsOwnLogWhenStartedAgain() {
        ChildCommand command = ChildCommand.of("sh", "-c", "echo $$", "sh").log(log());
        ChildProcess first = command.start("first");
        assertThat(first.endsWithin(LIMIT)).isTrue();
        ChildProcess second = command.start("second");
        assertThat(second.endsWithin(LIMIT)).isTrue();

        assertThat(second.logTail()).isEqualTo(second.pid() + "\n");
        assertThat(log()).hasContent(first.pid() + "\n" + second.pid());
    }

    @Test
    void shouldShowTheLogWhenTheChildEndsBeforeItIsReady() {
        ChildProcess child =
                ChildCommand.of("sh", "-c", "echo no disk; exit 7").log(log()).start("server");

        assertThatThrownBy(() -> child.await("become ready", LIMIT, () -> false))
                .isInstanceOf(ChildProcess.EndedException.class)
                .hasMessageContaining("server ended with exit code 7 before it had become ready")
                .hasMessageContaining(log().toString())
                .hasMessageEndingWith("no disk\n");
    }

    @Test
    void shouldGiveTheLastReasonWhenTheLimitPasses() {
        try (ChildProcess child = sleeper()) {
            assertThatThrownBy(() -> child.await("become ready", Duration.ofMillis(200), () -> {
                        throw new IllegalStateException("not yet");
                    }))
                    .hasMessageContaining("sleeper has not become ready within 0 s")
                    .hasRootCauseMessage("not yet");
        }
    }

    @Test
    void shouldLetTheChildCleanUpWhenStopped() {
        ChildProcess child = ChildCommand.of("sh", "-c", "trap 'echo bye; exit 0' TERM; " + SLEEPER)
                .log(log())
                .start("sleeper");
        child.await("become ready", LIMIT, () -> child.logTail().contains("ready"));

        child.stop();

        assertThat(child.isAlive()).isFalse();
        assertThat(child.logTail()).endsWith("bye\n");
    }

    @Test
    void shouldStandStillWhenSuspendedAndStillBeKilled() {
        ChildProcess child = sleeper();
        child.suspend();
        assertThat(ProcFs.state(child.pid())).isEqualTo('T');
        assertThat(child.isAlive()).isTrue();
        child.resume();
        child.await("gone on", LIMIT, () -> ProcFs.state(child.pid()) != 'T');
        child.suspend();

        child.kill();

        assertThat(child.isAlive()).isFalse();
        assertThat(child.exitCode()).isEqualTo(128 + 9);
        assertThat(child.residentBytes()).isZero();
    }

    @Test
    void shouldStopWhenSuspended() {
        ChildProcess child = sleeper();
        child.suspend();

        child.stop();

        assertThat(child.exitCode()).isEqualTo(128 + 15);
    }

    @Test
    void shouldTellItsMemoryWhenItRuns() {
        try (ChildProcess child = sleeper()) {
            assertThat(child.residentBytes()).isBetween(100_000L, 100_000_000L);
        }
    }

    @Test
    void shouldRunAMainClassWithJvmOptionsWhenJava() throws Exception {
        ChildProcess child = ChildCommand.java(ChildCommand.ownClassPath(), ShowArguments.class.getName())
                .jvm("-Xmx32m", "-Dcolour=green")
                .args("a b", "c")
                .log(log())
                .start("java");

        assertThat(child.endsWithin(LIMIT)).isTrue();
        assertThat(Files.readString(log())).isEqualTo("green [a b, c]\n");
    }

    private ChildProcess sleeper() {
        ChildProcess child = ChildCommand.of("sh", "-c", SLEEPER).log(log()).start("sleeper");
        child.await("become ready", LIMIT, () -> child.logTail().contains("ready"));
        return child;
    }

    private Path log() {
        return directory.resolve("child.log");
    }

    /** Main class of a child. */
    static final class ShowArguments {
        public static void main(String[] args) {
            System.out.println(System.getProperty("colour") + " " + java.util.List.of(args));
        }
    }
}
