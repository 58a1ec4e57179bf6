package io.quotaledger.schemas;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroDeserializer;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.NeutralSchema;
import io.quotaledger.schemas.serde.RegistryConfig;
import io.quotaledger.schemas.serde.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

/** Why the envelope has one optional field per kind of payload and not a union of them (ADR 0001). */
class EnvelopeEvolutionTest {
    private static final Schema PAID = payload("Paid");
    private static final Schema CLOSED = payload("Closed");

    @Test
    void shouldRefuseANewKindWhenPayloadsAreBranchesOfAUnion() {
        var before = envelope(List.of(field("payload", Schema.createUnion(PAID))));
        var after = envelope(List.of(field("payload", Schema.createUnion(PAID, CLOSED))));

        assertThat(Compatibility.problems(before, after))
                .anyMatch(problem -> problem.startsWith("MISSING_UNION_BRANCH"));
    }

    @Test
    void shouldRefuseANewKindWhenTheUnionBeginsWithNull() {
        var nothing = Schema.create(Schema.Type.NULL);
        var before = envelope(List.of(field("payload", Schema.createUnion(nothing, PAID))));
        var after = envelope(List.of(field("payload", Schema.createUnion(nothing, PAID, CLOSED))));

        assertThat(Compatibility.problems(before, after))
                .anyMatch(problem -> problem.startsWith("MISSING_UNION_BRANCH"));
    }

    @Test
    void shouldTakeANewKindWhenPayloadsAreOptionalFields() {
        var before = envelope(List.of(optional("paid", PAID)));
        var after = envelope(List.of(optional("paid", PAID), optional("closed", CLOSED)));

        assertThat(Compatibility.problems(before, after)).isEmpty();
    }

    @Test
    void shouldSeeAnEventWithoutPayloadWhenItsKindIsNewer() throws IOException {
        var schema = eventWith("closed", CLOSED);
        var event = new GenericRecordBuilder(schema)
                .set("eventId", "e1")
                .set("tenantId", "acme")
                .set("time", 1L)
                .set("source", "gateway/g1")
                .set("closed", new GenericRecordBuilder(CLOSED).set("id", "r1").build())
                .build();

        var read = read(schema, event);

        assertThat(read.getEventId()).isEqualTo("e1");
        assertThat(QuotaEvent.getClassSchema().getFields().stream()
                        .filter(field -> field.schema().isNullable())
                        .map(field -> read.get(field.pos())))
                .containsOnlyNulls();
    }

    private static QuotaEvent read(Schema schema, GenericRecord event) throws IOException {
        Map<String, String> config = Map.of(RegistryConfig.URL, "mock://envelope-evolution");
        try (var registrar = new AvroSerializer<>();
                var deserializer = new AvroDeserializer<>(QuotaEvent.class)) {
            registrar.configure(config, false);
            int id = registrar.register(Topic.EVENTS.topicName(), schema);
            deserializer.configure(config, false);
            return requireNonNull(
                    deserializer.deserialize(Topic.EVENTS.topicName(), WireFormat.wrap(id, avro(schema, event))));
        }
    }

    private static byte[] avro(Schema schema, GenericRecord event) throws IOException {
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(schema, new GenericData()).write(event, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    /** The current event with one more kind of payload. */
    private static Schema eventWith(String name, Schema payload) {
        var current = NeutralSchema.of(Topic.EVENTS.schema());
        List<Schema.Field> fields = new ArrayList<>();
        current.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
        fields.add(optional(name, payload));
        var schema = Schema.createRecord(current.getName(), current.getDoc(), current.getNamespace(), false, fields);
        assertThat(Compatibility.problems(schema, current)).isEmpty();
        return schema;
    }

    private static Schema envelope(List<Schema.Field> fields) {
        return Schema.createRecord("Envelope", null, "test", false, fields);
    }

    private static Schema payload(String name) {
        return SchemaBuilder.record(name)
                .namespace("test")
                .fields()
                .requiredString("id")
                .endRecord();
    }

    private static Schema.Field field(String name, Schema schema) {
        return new Schema.Field(name, schema);
    }

    private static Schema.Field optional(String name, Schema payload) {
        var schema = Schema.createUnion(Schema.create(Schema.Type.NULL), payload);
        return new Schema.Field(name, schema, null, Schema.Field.NULL_DEFAULT_VALUE);
    }
}
