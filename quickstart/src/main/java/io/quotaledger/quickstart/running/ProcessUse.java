package io.quotaledger.quickstart.running;

import java.time.Duration;

/**
 * What a process takes.
 *
 * @param residentBytes resident memory now; 0 where the platform does not tell
 * @param cpu processor time since its start; 0 where the platform does not tell
 */
public record ProcessUse(long residentBytes, Duration cpu) {
    static ProcessUse of(long pid, long residentBytes) {
        var cpu = ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
        return new ProcessUse(residentBytes, cpu.orElse(Duration.ZERO));
    }
}
