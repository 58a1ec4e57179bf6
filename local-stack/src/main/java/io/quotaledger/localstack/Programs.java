package io.quotaledger.localstack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Starts programs and writes them, never both at once: a child inherits the files that are open while it is forked, and
 * a program that some process has open for writing cannot be run ({@code ETXTBSY}, "Text file busy").
 */
final class Programs {
    private Programs() {}

    /** Starts a process; returns when it has become the program, and so holds no file of this JVM any more. */
    static synchronized Process start(ProcessBuilder command) throws IOException {
        return command.start();
    }

    /** Writes a program that may then be run. */
    static synchronized void write(InputStream from, Path program) throws IOException {
        Files.copy(from, program, StandardCopyOption.REPLACE_EXISTING);
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + program + " executable");
        }
    }
}
