package io.quotaledger.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/** Every row runs, briefly; what it takes is not looked at. */
class BenchmarksIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void shouldMeasureEveryRowAndReportIt() throws Exception {
        int exit = new CommandLine(new Benchmarks()).execute("--brief", "--report", folder.toString());

        assertThat(exit).isZero();
        var report = JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json")));
        assertThat(report.path("findings")
                        .valueStream()
                        .map(finding -> finding.path("row").asString())
                        .distinct())
                .containsExactlyInAnyOrder(
                        "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15",
                        "FLOOD");
        assertThat(report.path("findings").valueStream())
                .allSatisfy(
                        finding -> assertThat(finding.path("value").asDouble()).isPositive());
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("<td>R6", "<td>FLOOD", "new Chart(", "Chart.js v")
                .doesNotContain("src=\"http");
    }

    @Test
    void shouldNameTheRowsThereAreWhenOneIsUnknown() {
        var errors = new StringWriter();

        int exit = new CommandLine(new Benchmarks())
                .setErr(new PrintWriter(errors))
                .execute("R1", "r99");

        assertThat(exit).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("no such row: R99; there are R1, R2");
    }
}
