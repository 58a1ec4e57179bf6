package io.quotaledger.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that others wait for, or that the next run reads: it is there with all of its text or not at all, also when
 * the writer is killed.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a file, in place of the one that may be there. Its folder must exist. */
    public static void write(Path file, String text) throws IOException {
        var name = file.toAbsolutePath();
        var unfinished = Files.createTempFile(name.getParent(), name.getFileName() + ".", ".tmp");
        try {
            Files.writeString(unfinished, text);
            Files.move(unfinished, name, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
