package io.quotaledger.quickstart.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns; columns of numbers stand to the right. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... header) {
        rows.add(List.of(header));
    }

    Table row(Object... cells) {
        var row = new ArrayList<String>();
        for (var cell : cells) {
            row.add(cell instanceof Number number ? "%,d".formatted(number.longValue()) : String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    /** The lines, indented by two. */
    String render() {
        var text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            var line = new StringBuilder(" ");
            for (int c = 0; c < rows.get(r).size(); c++) {
                var format = (isNumeric(c) ? " %" : " %-") + width(c) + "s ";
                line.append(format.formatted(rows.get(r).get(c)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1);
    }

    private boolean isNumeric(int column) {
        return rows.size() > 1
                && rows.stream().skip(1).allMatch(row -> row.get(column).matches("[-+]?[\\d,.]*"));
    }
}
