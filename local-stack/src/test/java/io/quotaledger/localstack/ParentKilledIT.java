package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing outlives the parent. */
class ParentKilledIT {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void shouldEndAllServersWhenTheirParentIsKilled() {
        assumeFalse(LocalStack.usesContainers(), "containers are children of their engine");
        ChildProcess parent = ChildCommand.java(ChildCommand.ownClassPath(), Parent.class.getName())
                .jvm("-Xmx128m", "-XX:+UseSerialGC")
                .args(directory.toString())
                .log(directory.resolve("parent.log"))
                .start("parent");
        try {
            parent.await(
                    "started its stack", START_LIMIT, () -> parent.logTail().contains("running"));
            List<ProcessHandle> family =
                    ProcessHandle.of(parent.pid()).orElseThrow().descendants().toList();
            // Three servers with a watchdog each, and the watchdog of the parent itself.
            assertThat(family).hasSize(7);

            parent.kill();

            await().atMost(END_LIMIT).untilAsserted(() -> assertThat(family)
                    .allMatch(process -> ProcFs.state(process.pid()) == ProcFs.GONE));
        } finally {
            parent.kill();
        }
    }

    /** A JVM that holds a stack, one server of it suspended, and never ends by itself. */
    static final class Parent {
        public static void main(String[] args) throws InterruptedException {
            try (LocalStack stack = LocalStack.builder()
                    .withAll()
                    .dataDirectory(Path.of(args[0]))
                    .start()) {
                stack.redis().suspend();
                System.out.println("running");
                new CountDownLatch(1).await();
            }
        }
    }
}
