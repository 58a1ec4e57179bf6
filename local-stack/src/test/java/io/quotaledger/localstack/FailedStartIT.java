package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack starts as a whole or not at all. */
class FailedStartIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void shouldEndTheOthersAndNameTheLogWhenOneServerDoesNotStart() throws Exception {
        assumeFalse(LocalStack.usesContainers(), "the append-only file is broken on this host");
        Path broken = Files.createDirectories(directory.resolve("redis/appendonlydir"));
        Files.writeString(broken.resolve("appendonly.aof.manifest"), "no manifest\n");

        assertThatThrownBy(() -> LocalStack.builder()
                        .withRedis()
                        .withRegistry()
                        .dataDirectory(directory)
                        .start())
                .hasMessageContaining("redis ended with exit code 1 before it had become ready")
                .hasMessageContaining(directory.resolve("redis/redis.log").toString())
                .hasMessageContaining("manifest");
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
