package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files, headers and the table of scripts say the same. */
final class ScriptFilesTest {
    private static final Pattern KEYS = Pattern.compile("(?m)^  KEYS: (\\d+)( \\+ [a-z +]+)?$");
    private static final Pattern RESULT_LINE = Pattern.compile("(?m)^    ([a-z_]+)(?:   .*)?$");
    private static final Pattern RETURNED = Pattern.compile("\\{ '([a-z_]+)'");

    @Test
    void shouldHaveOneFileAScript() throws Exception {
        try (var files = Files.list(folder())) {
            var names = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
            assertThat(names)
                    .isEqualTo(Arrays.stream(Script.values())
                            .map(Script::fileName)
                            .sorted()
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void shouldDeclareKeysAndResultsAsTheTableSays(Script script) throws Exception {
        var header = header(script);
        var keys = KEYS.matcher(header);
        assertThat(keys.find()).as("KEYS line").isTrue();
        assertThat(Integer.parseInt(keys.group(1))).isEqualTo(script.fixedKeys());
        var results = header.substring(header.indexOf("  Results, in order of precedence:"));
        assertThat(RESULT_LINE
                        .matcher(results)
                        .results()
                        .map(match -> match.group(1))
                        .toList())
                .isEqualTo(script.results());
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void shouldReturnOnlyDeclaredResults(Script script) {
        var text = ScriptSource.of(script).text();
        var returned = RETURNED.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(code -> !code.equals("e")) // Fields of the outbox entry.
                .distinct()
                .toList();
        assertThat(script.results()).containsAll(returned);
        script.results().forEach(code -> assertThat(text).contains("'" + code + "'"));
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void shouldTakeAllKeysFromKeys(Script script) {
        var literalKey = Pattern.compile("redis\\.p?call\\('[A-Z]+', ['\"]");
        assertThat(literalKey.matcher(ScriptSource.of(script).text()).find()).isFalse();
    }

    @Test
    void shouldPutAnIncludeInOnce() {
        for (var script : Script.values()) {
            var text = ScriptSource.of(script).text();
            assertThat(text).doesNotContain("@include");
            assertThat(Pattern.compile("local MAX_AMOUNT")
                            .matcher(text)
                            .results()
                            .count())
                    .isEqualTo(1);
        }
    }

    private static String header(Script script) throws Exception {
        var text = Files.readString(folder().resolve(script.fileName()));
        assertThat(text).startsWith("--[[");
        return text.substring(0, text.indexOf("]]"));
    }

    private static Path folder() throws URISyntaxException, IOException {
        return Path.of(Objects.requireNonNull(ScriptFilesTest.class.getResource("scripts"))
                .toURI());
    }
}
