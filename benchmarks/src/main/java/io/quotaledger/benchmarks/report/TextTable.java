package io.quotaledger.benchmarks.report;

import io.quotaledger.benchmarks.compare.Finding;
import io.quotaledger.benchmarks.micro.Pieces.Piece;
import java.util.Locale;

/** The findings for a terminal. */
public final class TextTable {
    private static final String LINE = "%-5s %-40s %12s %12s %-8s %9s %7s  %s";

    private TextTable() {}

    /** The names of the columns. */
    public static String head() {
        return String.format(Locale.ROOT, LINE, "row", "what", "ours", "reference", "unit", "value", "target", "");
    }

    /** One finding. */
    public static String line(Finding finding) {
        var line = String.format(
                Locale.ROOT,
                LINE,
                finding.row(),
                finding.what(),
                Numbers.text(finding.ours().median()),
                Numbers.text(finding.reference().median()),
                finding.unit(),
                Numbers.text(finding.value()),
                finding.target(),
                finding.verdict());
        return line + finding.doubt().map(doubt -> "\n      " + doubt).orElse("");
    }

    /** One piece. */
    public static String line(Piece piece) {
        return String.format(Locale.ROOT, "      %-40s %12s ns", piece.name(), Numbers.text(piece.nanos()));
    }
}
