package io.quotaledger.schemas;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quotaledger.schemas.serde.NeutralSchema;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SchemaHistoryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> shouldBeCompatibleBothWaysWithEveryFrozenVersion() {
        return History.versions().stream().flatMap(version -> History.names(version).stream()
                .map(name -> DynamicTest.dynamicTest(version + " " + name, () -> {
                    var current = requireNonNull(History.current().get(name), name);
                    assertThat(Compatibility.problems(current, History.schema(version, name)))
                            .as("%s against its version %s (FULL_TRANSITIVE)", name, version)
                            .isEmpty();
                })));
    }

    @TestFactory
    Stream<DynamicTest> shouldEqualTheLatestFrozenVersion() {
        return History.current().entrySet().stream()
                .map(current -> DynamicTest.dynamicTest(
                        current.getKey(), () -> assertFrozen(current.getKey(), NeutralSchema.of(current.getValue()))));
    }

    private static void assertFrozen(String name, Schema current) throws IOException {
        var latest = History.latest();
        var howTo =
                "The schema of %s is not the one frozen as %s. If %s is released, freeze a new version, else this one"
                        + " again: ./mvnw -q test -pl schemas -am -Dtest=FreezeVersion"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dfreeze=<version>";
        assertThat(History.names(latest)).as(howTo, name, latest, latest).contains(name);
        assertThat(JSON.readTree(current.toString()))
                .as(howTo, name, latest, latest)
                .isEqualTo(JSON.readTree(History.schema(latest, name).toString()));
    }

    @Test
    void shouldRefuseANewFieldWhenItHasNoDefault() throws IOException {
        assertThat(problemsAfter(fields -> fields.addObject()
                        .put("name", "region")
                        .put("type", "string")
                        .put("doc", "New.")))
                .anyMatch(problem -> problem.startsWith("READER_FIELD_MISSING_DEFAULT_VALUE"));
    }

    @Test
    void shouldRefuseARenamedField() throws IOException {
        assertThat(problemsAfter(fields -> field(fields, "code").put("name", "rule")))
                .anyMatch(problem -> problem.startsWith("READER_FIELD_MISSING_DEFAULT_VALUE"));
    }

    @Test
    void shouldRefuseAnotherType() throws IOException {
        assertThat(problemsAfter(fields -> field(fields, "accepted").put("type", "string")))
                .anyMatch(problem -> problem.startsWith("TYPE_MISMATCH"));
    }

    @Test
    void shouldRefuseAWiderTypeWhenOldReadersCanNotReadIt() throws IOException {
        assertThat(problemsAfter(fields -> field(fields, "time").put("type", "double")))
                .anyMatch(problem -> problem.startsWith("TYPE_MISMATCH"));
    }

    @Test
    void shouldRefuseToDropAFieldWhenItHadNoDefault() throws IOException {
        assertThat(problemsAfter(fields -> fields.remove(0)))
                .anyMatch(problem -> problem.startsWith("READER_FIELD_MISSING_DEFAULT_VALUE"));
    }

    @Test
    void shouldTakeANewFieldWhenItIsOptional() throws IOException {
        assertThat(problemsAfter(fields -> {
                    var field = fields.addObject().put("name", "region").put("doc", "New.");
                    field.putArray("type").add("null").add("string");
                    field.putNull("default");
                }))
                .isEmpty();
    }

    @Test
    void shouldTakeANewEnumSymbolWhenTheEnumHasADefault() {
        assertThat(Compatibility.problems(color("UNKNOWN, RED", true), color("UNKNOWN, RED, BLUE", true)))
                .isEmpty();
        assertThat(Compatibility.problems(color("UNKNOWN, RED", false), color("UNKNOWN, RED, BLUE", false)))
                .isNotEmpty();
    }

    private static Schema color(String symbols, boolean withDefault) {
        var values = symbols.split(", ");
        return Schema.createEnum("Color", null, "test", List.of(values), withDefault ? values[0] : null);
    }

    /** Problems between the schema of outcomes as it is and after a change of its fields. */
    private static List<String> problemsAfter(Consumer<ArrayNode> change) throws IOException {
        var current = NeutralSchema.of(Topic.OUTCOMES.schema());
        var changed = (ObjectNode) JSON.readTree(current.toString());
        change.accept((ArrayNode) changed.get("fields"));
        return Compatibility.problems(new Schema.Parser().parse(changed.toString()), current);
    }

    private static ObjectNode field(ArrayNode fields, String name) {
        for (JsonNode field : fields) {
            if (field.get("name").asText().equals(name)) {
                return (ObjectNode) field;
            }
        }
        throw new IllegalArgumentException("no field " + name);
    }
}
