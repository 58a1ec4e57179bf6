package io.quotaledger.quickstart.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.quickstart.workload.TraceReader.Row;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void shouldReadEachRowWhenLinesEndWithCrLfAndTheLastHasNoEnd() throws Exception {
        var rows = TraceReader.read(sample("trace-crlf.csv"));
        assertThat(rows)
                .containsExactly(
                        new Row(LocalDateTime.of(2024, 2, 28, 23, 59, 59, 123_456_700), 4808, 10),
                        new Row(LocalDateTime.of(2024, 2, 28, 23, 59, 59, 123_456_700), 4808, 10),
                        new Row(LocalDateTime.of(2024, 2, 29, 0, 0, 0, 0), 0, 27),
                        new Row(LocalDateTime.of(2024, 2, 29, 0, 0, 0, 500_000_000), 110, 0),
                        new Row(LocalDateTime.of(2024, 2, 28, 23, 0, 0, 1_000), 7, 1));
    }

    @Test
    void shouldReadTheSameWhenLinesEndWithLf() throws Exception {
        var text = Files.readString(sample("trace-crlf.csv")).replace("\r\n", "\n") + "\n\n";
        assertThat(TraceReader.read(file(text))).isEqualTo(TraceReader.read(sample("trace-crlf.csv")));
    }

    @Test
    void shouldGiveNoRowWhenThereIsOnlyTheHeader() throws Exception {
        assertThat(TraceReader.read(file("TIMESTAMP,ContextTokens,GeneratedTokens")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2024-02-29 00:00:00.1,12|not 3 columns",
                "2024-02-30 00:00:00.1,12,3|could not be parsed",
                "2024-02-29 00:00:00.1,-12,3|negative tokens",
                "2024-02-29 00:00:00.1,1.5,3|1.5",
                "2024-02-29 00:00:00.1,99999999999999999999,3|99999999999999999999"
            })
    void shouldNameTheLineWhenARowCannotBeRead(String row, String reason) throws Exception {
        var trace = file("TIMESTAMP,ContextTokens,GeneratedTokens\r\n2024-02-29 00:00:00.1,12,3\r\n" + row);
        assertThatThrownBy(() -> TraceReader.read(trace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRefuseWhenTheFileIsEmpty() throws Exception {
        var trace = file("");
        assertThatThrownBy(() -> TraceReader.read(trace)).hasMessageContaining("is empty");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("trace.csv"), text);
    }

    private static Path sample(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TraceReaderTest.class.getResource("/" + name))
                .toURI());
    }
}
