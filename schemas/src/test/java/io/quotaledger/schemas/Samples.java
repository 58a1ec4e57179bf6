package io.quotaledger.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of every topic, each field filled with a value of its own by its place in the schema: the same on every run, and
 * complete again when a field or a payload is added.
 */
public final class Samples {
    /** Topics whose records have exactly one of several optional records. */
    private static final Set<Topic> ENVELOPES = Set.of(Topic.EVENTS, Topic.STORE_UPDATES, Topic.CONFIG);

    private static final long SOME_TIME =
            Instant.parse("2026-11-30T10:20:30.456Z").toEpochMilli();

    private int count;

    private Samples() {}

    /** Samples of a topic by name, such as {@code quota-events.settled}; {@code minimal} has whatever may be null null. */
    public static Map<String, SpecificRecord> of(Topic topic) {
        Map<String, SpecificRecord> samples = new TreeMap<>();
        var schema = topic.schema();
        samples.put(topic.topicName() + ".minimal", record(schema, List.of()));
        if (ENVELOPES.contains(topic)) {
            schema.getFields().stream()
                    .filter(Samples::isPayload)
                    .forEach(payload -> samples.put(
                            topic.topicName() + "." + payload.name(),
                            record(schema, withoutOthers(schema.getFields(), payload))));
        } else {
            samples.put(topic.topicName() + ".full", record(schema, schema.getFields()));
        }
        return samples;
    }

    /** Samples of all topics. */
    public static Map<String, SpecificRecord> all() {
        Map<String, SpecificRecord> samples = new TreeMap<>();
        for (var topic : Topic.values()) {
            samples.putAll(of(topic));
        }
        return samples;
    }

    private static SpecificRecord record(Schema schema, List<Field> filled) {
        return new Samples().fill(schema, filled);
    }

    private static List<Field> withoutOthers(List<Field> fields, Field payload) {
        return fields.stream()
                .filter(field -> field.equals(payload) || !isPayload(field))
                .toList();
    }

    private static boolean isPayload(Field field) {
        return optional(field.schema()) && value(field.schema()).getType() == Schema.Type.RECORD;
    }

    private static boolean optional(Schema schema) {
        return schema.getType() == Schema.Type.UNION;
    }

    private static Schema value(Schema schema) {
        return optional(schema) ? schema.getTypes().get(1) : schema;
    }

    private SpecificRecord fill(Schema schema, List<Field> filled) {
        var empty = SpecificData.get().newRecord(null, schema);
        if (!(empty instanceof SpecificRecord target)) {
            throw new IllegalStateException("no generated class for " + schema.getFullName());
        }
        for (var field : schema.getFields()) {
            var wanted = filled.contains(field) || !optional(field.schema());
            target.put(field.pos(), wanted ? sample(field.name(), value(field.schema())) : null);
        }
        return target;
    }

    private @Nullable Object sample(String name, Schema schema) {
        count++;
        return switch (schema.getType()) {
            case RECORD -> fill(schema, schema.getFields());
            case ARRAY ->
                IntStream.range(0, 2)
                        .mapToObj(i -> sample(name, schema.getElementType()))
                        .toList();
            case ENUM ->
                SpecificData.get()
                        .createEnum(
                                schema.getEnumSymbols()
                                        .get(1
                                                + count
                                                        % (schema.getEnumSymbols()
                                                                        .size()
                                                                - 1)),
                                schema);
            case FIXED -> SpecificData.get().createFixed(null, bytes(schema.getFixedSize()), schema);
            case BYTES -> ByteBuffer.wrap(bytes(count));
            case STRING -> name + "-é-" + count;
            case LONG -> schema.getLogicalType() == null ? number() : Instant.ofEpochMilli(SOME_TIME + count);
            case INT -> count;
            case BOOLEAN -> true;
            default -> throw new IllegalStateException("no sample of " + schema);
        };
    }

    /** Amounts of all lengths, the largest among them. */
    private long number() {
        return Amounts.MAX >> (count * 7 % 53);
    }

    private static byte[] bytes(int length) {
        var text = "0123456789abcdef".repeat(length / 16 + 1).substring(0, length);
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
