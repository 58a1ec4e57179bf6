package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Habits of the Avro files: one type a file, everything documented with its unit, enums that outlive their readers. */
class AvroFilesTest {
    private static final String AMOUNT = "smallest unit";

    /** What a whole number can be; its doc must say which, or that of its record that all are amounts. */
    private static final Pattern UNIT = Pattern.compile(
            AMOUNT
                    + "|milliseconds|percent|tokens?\\b|bytes|calls|digits|version|number|status|offset|partition|lower is|epoch",
            Pattern.CASE_INSENSITIVE);

    @TestFactory
    Stream<DynamicTest> shouldDocumentEveryTypeFieldAndUnit() {
        return types().values().stream()
                .map(type -> DynamicTest.dynamicTest(type.getName(), () -> {
                    assertThat(type.getDoc()).as(type.getFullName()).isNotBlank();
                    if (type.getType() == Schema.Type.RECORD) {
                        type.getFields().forEach(field -> checkField(type, field));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldGiveEveryEnumADefaultForWhatIsNewer() {
        return types().values().stream()
                .filter(type -> type.getType() == Schema.Type.ENUM)
                .map(type -> DynamicTest.dynamicTest(type.getName(), () -> {
                    assertThat(type.getEnumDefault()).isEqualTo("UNKNOWN");
                    assertThat(type.getEnumSymbols()).startsWith("UNKNOWN");
                }));
    }

    @Test
    void shouldHaveOneTypeAFileAndNoFileThatNothingUses() throws IOException {
        try (var files = Files.walk(Path.of("src/main/avro"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(types().keySet().stream()
                            .map(name -> name + ".avsc")
                            .toList());
        }
    }

    private static void checkField(Schema record, Schema.Field field) {
        var what = record.getName() + "." + field.name();
        assertThat(field.doc()).as("doc of " + what).isNotBlank();
        assertThat(field.doc()).as("doc of " + what).endsWith(".");
        if (isPlainNumber(field.schema()) && !record.getDoc().contains(AMOUNT)) {
            assertThat(field.doc()).as("unit in the doc of " + what).containsPattern(UNIT);
        }
        if (field.schema().isNullable()) {
            assertThat(field.hasDefaultValue()).as("default of " + what).isTrue();
        }
    }

    private static boolean isPlainNumber(Schema schema) {
        return switch (schema.getType()) {
            case INT, LONG -> schema.getLogicalType() == null;
            case UNION -> schema.getTypes().stream().anyMatch(AvroFilesTest::isPlainNumber);
            case FLOAT, DOUBLE -> throw new AssertionError("no floating point anywhere");
            default -> false;
        };
    }

    /** All named types of topics and of the fold's state, by simple name. */
    private static Map<String, Schema> types() {
        Map<String, Schema> types = new TreeMap<>();
        History.current().values().forEach(schema -> collect(schema, types));
        return types;
    }

    private static void collect(Schema schema, Map<String, Schema> types) {
        switch (schema.getType()) {
            case RECORD -> {
                if (types.put(schema.getName(), schema) == null) {
                    schema.getFields().forEach(field -> collect(field.schema(), types));
                }
            }
            case ENUM, FIXED -> types.put(schema.getName(), schema);
            case UNION -> schema.getTypes().forEach(branch -> collect(branch, types));
            case ARRAY -> collect(schema.getElementType(), types);
            case MAP -> collect(schema.getValueType(), types);
            default -> {}
        }
    }
}
