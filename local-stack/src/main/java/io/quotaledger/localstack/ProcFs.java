package io.quotaledger.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What Linux tells about a process. */
final class ProcFs {
    /** The state of a process that is not there, or has ended and is not yet collected by its parent. */
    static final char GONE = 'Z';

    private ProcFs() {}

    /** Whether this platform has no such file system. */
    static boolean isAbsent() {
        return !Files.exists(Path.of("/proc/self/status"));
    }

    /** One letter: R runs, S sleeps, T is suspended, … or {@link #GONE}. */
    static char state(long pid) {
        String state = field(pid, "State:");
        return state.isEmpty() ? GONE : state.charAt(0);
    }

    /** Resident memory; 0 if the process is gone. */
    static long residentBytes(long pid) {
        String kib = field(pid, "VmRSS:");
        return kib.isEmpty() ? 0 : Long.parseLong(kib.split(" ", 2)[0]) * 1024;
    }

    private static String field(long pid, String name) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.startsWith(name)) {
                    return line.substring(name.length()).strip();
                }
            }
            return "";
        } catch (NoSuchFileException gone) {
            return "";
        } catch (IOException e) {
            if ("No such process".equals(e.getMessage())) {
                return "";
            }
            throw new UncheckedIOException(e);
        }
    }
}
