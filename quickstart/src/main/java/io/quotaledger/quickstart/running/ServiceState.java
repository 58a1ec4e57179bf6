package io.quotaledger.quickstart.running;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The folder of the ledger service's stores. */
record ServiceState(Path directory, boolean keep) implements AutoCloseable {

    /** In the given folder, or in one that is removed at the end. */
    static ServiceState in(@Nullable Path data) {
        try {
            return data == null
                    ? new ServiceState(Files.createTempDirectory("quota-ledger-service-"), false)
                    : new ServiceState(Files.createDirectories(data.resolve("ledger-service")), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (keep) {
            return;
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
