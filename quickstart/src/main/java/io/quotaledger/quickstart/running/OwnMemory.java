package io.quotaledger.quickstart.running;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Resident memory of this JVM. */
final class OwnMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "VmRSS:";

    private OwnMemory() {}

    /** Bytes; 0 where the platform does not tell. */
    static long residentBytes() {
        if (Files.notExists(STATUS)) {
            return 0;
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(FIELD))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
