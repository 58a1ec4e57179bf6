package io.quotaledger.benchmarks.report;

import com.github.mustachejava.DefaultMustacheFactory;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.micro.Pieces.Piece;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes {@code report.json} and {@code index.html}, a page that needs no other file and no network. */
public final class ReportFiles {
    private static final String TEMPLATE = "io/quotaledger/benchmarks/report/index.mustache";
    private static final String CHART_VERSION = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    private static final String CHART = "META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportFiles() {}

    /** Writes both into the folder, which is made if it is not there. */
    public static void write(Path folder, Report report) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(report));
        Files.writeString(folder.resolve("index.html"), page(report));
    }

    private static String page(Report report) throws IOException {
        // Ends no script element, whatever is in it.
        var data = JSON.writeValueAsString(report.findings()).replace("<", "\\u003c");
        var page = new StringWriter();
        new DefaultMustacheFactory()
                .compile(TEMPLATE)
                .execute(
                        page,
                        Map.of(
                                "report", report,
                                "startedAt", report.startedAt().truncatedTo(ChronoUnit.SECONDS),
                                "hasPieces", !report.pieces().isEmpty(),
                                "minutes", Math.max(1, report.took().toMinutes()),
                                "lines",
                                        report.findings().stream().map(Line::of).toList(),
                                "pieces",
                                        report.pieces().stream()
                                                .map(PieceLine::of)
                                                .toList(),
                                "data", data,
                                "chart", chart()))
                .flush();
        return page.toString();
    }

    private static String chart() throws IOException {
        var version = new Properties();
        try (var in = open(CHART_VERSION)) {
            version.load(in);
        }
        try (var in = open(CHART.formatted(version.getProperty("version")))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String resource) {
        return Objects.requireNonNull(ReportFiles.class.getClassLoader().getResourceAsStream(resource), resource);
    }

    /** A finding as the page shows it. */
    private record Line(
            String row,
            String what,
            String ours,
            String reference,
            String unit,
            String value,
            String target,
            String verdict,
            List<String> doubts) {
        static Line of(Finding finding) {
            return new Line(
                    finding.row(),
                    finding.what(),
                    Numbers.text(finding.ours().median()),
                    Numbers.text(finding.reference().median()),
                    finding.unit(),
                    Numbers.text(finding.value()),
                    finding.target().toString(),
                    finding.verdict(),
                    finding.doubt().stream().toList());
        }
    }

    private record PieceLine(String name, String nanos, String error) {
        static PieceLine of(Piece piece) {
            return new PieceLine(
                    piece.name(),
                    Numbers.text(piece.nanos()),
                    Double.isNaN(piece.error()) ? "" : Numbers.text(piece.error()));
        }
    }
}
