package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    private static final int WRITES = 2_000;
    private static final String TEXT = "GATEWAY_URL=http://127.0.0.1:1\n".repeat(1_000);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set before each test
    private Path folder;

    @Test
    void shouldShowAllOfTheTextOrNoFileToWhoWaitsForIt() throws Exception {
        var file = folder.resolve("endpoints.env");
        var writer = CompletableFuture.runAsync(() -> {
            try {
                for (int write = 0; write < WRITES; write++) {
                    Files.deleteIfExists(file);
                    WholeFile.write(file, TEXT);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        int seen = 0;
        while (!writer.isDone() || seen == 0) {
            try {
                assertThat(Files.readString(file)).isEqualTo(TEXT);
                seen++;
            } catch (NoSuchFileException notYet) {
                Thread.onSpinWait();
            }
        }

        writer.get(1, TimeUnit.MINUTES);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }
}
