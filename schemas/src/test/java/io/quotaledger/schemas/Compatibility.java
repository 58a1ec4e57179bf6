package io.quotaledger.schemas;

import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/** FULL compatibility by Avro's own checker: each of two schemas reads what the other writes. */
final class Compatibility {
    private Compatibility() {}

    /** What keeps the one from reading the other; empty if they are compatible. */
    static List<String> problems(Schema one, Schema other) {
        return Stream.concat(problemsOfReading(one, other), problemsOfReading(other, one))
                .toList();
    }

    private static Stream<String> problemsOfReading(Schema reader, Schema writer) {
        var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult();
        return result.getCompatibility() == SchemaCompatibilityType.COMPATIBLE
                ? Stream.empty()
                : result.getIncompatibilities().stream()
                        .map(problem ->
                                problem.getType() + " at " + problem.getLocation() + ": " + problem.getMessage());
    }
}
