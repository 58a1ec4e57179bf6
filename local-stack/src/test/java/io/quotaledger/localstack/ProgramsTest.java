package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
    private static final int PROGRAMS = 150;
    private static final int STARTERS = 2;

    @Test
    void shouldRunAProgramJustWrittenWhileOthersAreStarted(@TempDir Path folder) throws Exception {
        var written = new AtomicBoolean();
        var starters = Executors.newFixedThreadPool(STARTERS);
        try {
            var started = new ArrayList<Future<Integer>>();
            for (int i = 0; i < STARTERS; i++) {
                started.add(starters.submit(() -> startUntil(written)));
            }
            for (int i = 0; i < PROGRAMS; i++) {
                var program = folder.resolve("program" + i);
                try (var in = Files.newInputStream(Path.of("/bin/sh"))) {
                    Programs.write(in, program);
                }
                assertThat(run(program, "-c", "exit 7")).isEqualTo(7);
                Files.delete(program);
            }
            written.set(true);
            for (var starts : started) {
                assertThat(starts.get()).isPositive();
            }
        } finally {
            written.set(true);
            starters.shutdown();
        }
    }

    private static int startUntil(AtomicBoolean written) throws IOException, InterruptedException {
        int starts = 0;
        while (!written.get()) {
            assertThat(run(Path.of("true"))).isZero();
            starts++;
        }
        return starts;
    }

    private static int run(Path program, String... arguments) throws IOException, InterruptedException {
        var command = new ProcessBuilder(program.toString());
        command.command().addAll(List.of(arguments));
        return Programs.start(command).waitFor();
    }
}
