package io.quotaledger.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What it ran on.
 *
 * @param processors their number, as this JVM sees it
 * @param model of the processor; empty where the system does not tell
 * @param system name and version
 * @param java version of this JVM
 */
public record Machine(int processors, String model, String system, String java) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** This one. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                cpuModel(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    private static String cpuModel() {
        if (!Files.isReadable(CPU_INFO)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
