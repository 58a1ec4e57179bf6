package io.quotaledger.benchmarks;

import io.quotaledger.benchmarks.compare.Effort;
import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.compare.Row;
import io.quotaledger.benchmarks.gateway.GatewayRows;
import io.quotaledger.benchmarks.ledger.LedgerRows;
import io.quotaledger.benchmarks.micro.Pieces;
import io.quotaledger.benchmarks.micro.Pieces.Piece;
import io.quotaledger.benchmarks.redis.RedisRows;
import io.quotaledger.benchmarks.report.Machine;
import io.quotaledger.benchmarks.report.Report;
import io.quotaledger.benchmarks.report.ReportFiles;
import io.quotaledger.benchmarks.report.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Measures rows and reports them. */
@Command(
        name = "benchmarks/run.sh",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures the system beside its peers, as ratios in one run. See docs/performance.md.")
public final class Benchmarks implements Callable<Integer> {
    private static final List<Row> ROWS = Stream.of(RedisRows.all(), GatewayRows.all(), LedgerRows.all())
            .flatMap(List::stream)
            .toList();
    /** Name of the pieces that are measured by JMH. */
    private static final String PIECES = "JMH";

    @Parameters(
            paramLabel = "name",
            arity = "0..*",
            description = "Rows to measure, such as R1, or jmh for what runs in one process; all if none is named.")
    private List<String> names = List.of();

    @Option(names = "--brief", description = "Shows that the rows run; the figures say nothing.")
    private boolean brief;

    @Option(names = "--list", description = "Names the rows and ends.")
    private boolean list;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "target/report",
            description = "Folder of the report (${DEFAULT-VALUE}).")
    private Path folder = Path.of("target/report");

    @CommandLine.Spec
    private @Nullable CommandSpec spec;

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        var rows = chosen();
        if (list) {
            rows.forEach(row -> System.out.println(names(row) + "  " + row.title()));
            System.out.println("jmh pieces that run in one process");
            return 0;
        }
        var effort = brief ? Effort.BRIEF : Effort.FULL;
        var start = Instant.now();
        var findings = new ArrayList<Finding>();
        for (var row : rows) {
            System.out.println(names(row) + "  " + row.title());
            findings.addAll(row.measure(effort));
        }
        System.out.println();
        System.out.println(TextTable.head());
        findings.forEach(finding -> System.out.println(TextTable.line(finding)));
        var pieces = isChosen(PIECES) ? Pieces.measure(effort) : List.<Piece>of();
        pieces.forEach(piece -> System.out.println(TextTable.line(piece)));
        var report =
                new Report(start, Duration.between(start, Instant.now()), Machine.here(), effort, findings, pieces);
        ReportFiles.write(folder, report);
        System.out.println("report: " + folder.resolve("index.html"));
        return 0;
    }

    private List<Row> chosen() {
        Set<String> unknown = new TreeSet<>();
        names.forEach(name -> unknown.add(name.toUpperCase(Locale.ROOT)));
        ROWS.forEach(row -> row.names().forEach(unknown::remove));
        unknown.remove(PIECES);
        if (spec != null && !unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no such row: " + String.join(", ", unknown) + "; there are "
                            + String.join(
                                    ", ", ROWS.stream().map(Benchmarks::names).toList()) + ", jmh");
        }
        return ROWS.stream()
                .filter(row -> row.names().stream().anyMatch(this::isChosen))
                .toList();
    }

    private static String names(Row row) {
        return String.join(", ", row.names());
    }

    private boolean isChosen(String id) {
        return names.isEmpty() || names.stream().anyMatch(id::equalsIgnoreCase);
    }
}
