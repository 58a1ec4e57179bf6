package io.quotaledger.quickstart.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads calls from a CSV with a header and the columns time, context tokens, generated tokens, as Azure publishes them: lines may
 * end with CRLF, the last one may have no end, fractions of a second have up to nine digits. Each row is a call, also if it has the
 * time of another one or no tokens.
 */
public final class TraceReader {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);
    private static final int COLUMNS = 3;

    /**
     * One call of a trace.
     *
     * @param time when it was made; the file does not say in which zone
     * @param contextTokens input tokens
     * @param generatedTokens output tokens
     */
    public record Row(LocalDateTime time, long contextTokens, long generatedTokens) {}

    private TraceReader() {}

    /**
     * All rows in the order of the file.
     *
     * @throws IllegalArgumentException if a row cannot be read, with its line number
     */
    public static List<Row> read(Path file) throws IOException {
        var lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(file + " is empty");
        }
        var rows = new ArrayList<Row>(lines.size());
        for (int line = 1; line < lines.size(); line++) {
            if (!lines.get(line).isBlank()) {
                rows.add(row(file + " line " + (line + 1), lines.get(line)));
            }
        }
        return rows;
    }

    private static Row row(String where, String line) {
        var columns = line.strip().split(",", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(where + ": not " + COLUMNS + " columns");
        }
        try {
            return new Row(
                    LocalDateTime.parse(columns[0].strip(), TIME),
                    tokens(where, columns[1].strip()),
                    tokens(where, columns[2].strip()));
        } catch (DateTimeParseException | NumberFormatException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private static long tokens(String where, String text) {
        long tokens = Long.parseLong(text);
        if (tokens < 0) {
            throw new IllegalArgumentException(where + ": negative tokens");
        }
        return tokens;
    }
}
