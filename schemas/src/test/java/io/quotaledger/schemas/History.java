package io.quotaledger.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.NeutralSchema;
import io.quotaledger.schemas.serde.RegistryConfig;
import io.quotaledger.schemas.serde.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * The frozen versions: for each the schema of every topic and of every record of the fold's state as one file, and golden bytes, each in the wire format with
 * schema id 1 and beside them what they say as Avro JSON.
 */
final class History {
    private static final Path SCHEMAS = Path.of("src/test/resources/history");
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    private History() {}

    /** Frozen versions, oldest first. */
    static List<String> versions() {
        try (var directories = Files.list(SCHEMAS)) {
            return directories
                    .map(directory -> directory.getFileName().toString())
                    .sorted(Comparator.comparing(Version::parse))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String latest() {
        var versions = versions();
        return versions.get(versions.size() - 1);
    }

    /** Current schemas by name: those of the topics and, by full name, those of the fold's state. */
    static Map<String, Schema> current() {
        Map<String, Schema> schemas = new TreeMap<>();
        for (var topic : Topic.values()) {
            schemas.put(topic.topicName(), topic.schema());
        }
        for (var name : names(Path.of("src/main/avro/state"), ".avsc")) {
            var schema = generated("io.quotaledger.schemas.avro.state." + name);
            if (schema.getType() == Schema.Type.RECORD) {
                schemas.put(schema.getFullName(), schema);
            }
        }
        return schemas;
    }

    private static Schema generated(String className) {
        try {
            return SpecificData.get().getSchema(Class.forName(className));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Names of the schemas that a version had. */
    static List<String> names(String version) {
        return names(SCHEMAS.resolve(version), ".avsc");
    }

    static Schema schema(String version, String name) {
        return new Schema.Parser().parse(read(SCHEMAS.resolve(version).resolve(name + ".avsc")));
    }

    /** Names of the samples of a version; the topic stands before the dot. */
    static List<String> samples(String version) {
        return names(GOLDEN.resolve(version), ".hex");
    }

    static byte[] goldenBytes(String version, String sample) {
        return HexFormat.of()
                .parseHex(read(GOLDEN.resolve(version).resolve(sample + ".hex")).replaceAll("\\s", ""));
    }

    static String goldenJson(String version, String sample) {
        return read(GOLDEN.resolve(version).resolve(sample + ".json"));
    }

    /** Writes the current schemas and golden bytes of them as a version. */
    static void freeze(String version) throws IOException {
        for (var entry : current().entrySet()) {
            var schema = NeutralSchema.of(entry.getValue());
            write(SCHEMAS.resolve(version).resolve(entry.getKey() + ".avsc"), pretty(schema.toString()));
        }
        for (var topic : Topic.values()) {
            var schema = NeutralSchema.of(topic.schema());
            for (var sample : Samples.of(topic).entrySet()) {
                var bytes = bytes(topic, sample.getValue());
                var file = GOLDEN.resolve(version).resolve(sample.getKey());
                write(Path.of(file + ".hex"), HexFormat.of().formatHex(bytes).replaceAll("(.{64})", "$1\n"));
                write(Path.of(file + ".json"), json(schema, bytes));
            }
        }
    }

    /** The record as our serializer writes it when the schema has id 1. */
    static byte[] bytes(Topic topic, SpecificRecord record) {
        try (var serializer = new AvroSerializer<SpecificRecord>()) {
            serializer.configure(Map.of(RegistryConfig.URL, "mock://golden-" + topic.topicName()), false);
            return Objects.requireNonNull(serializer.serialize(topic.topicName(), record));
        }
    }

    /** What the bytes say, read by nothing but Avro and a schema. */
    static String json(Schema schema, byte[] bytes) throws IOException {
        var avro = WireFormat.unwrap(bytes);
        var copy = new byte[avro.remaining()];
        avro.get(copy);
        GenericRecord record = new GenericDatumReader<GenericRecord>(schema)
                .read(null, DecoderFactory.get().binaryDecoder(copy, null));
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().jsonEncoder(schema, out);
        new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
        encoder.flush();
        return pretty(out.toString(UTF_8));
    }

    private static String pretty(String json) throws IOException {
        return new ObjectMapper().readTree(json).toPrettyString() + "\n";
    }

    private static List<String> names(Path directory, String ending) {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .map(name -> name.substring(0, name.length() - ending.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.endsWith("\n") ? text : text + "\n");
    }
}
