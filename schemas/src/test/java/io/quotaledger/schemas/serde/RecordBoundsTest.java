package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Samples;
import io.quotaledger.schemas.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class RecordBoundsTest {
    private static final Schema STRINGS = SchemaBuilder.array().items().stringType();

    @Test
    void shouldRefuseALengthWhenFewerBytesAreLeft() throws IOException {
        for (long length : new long[] {1, 100, Integer.MAX_VALUE, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            assertRefused(SchemaBuilder.builder().stringType(), encoder -> encoder.writeLong(length));
            assertRefused(SchemaBuilder.builder().bytesType(), encoder -> encoder.writeLong(length));
        }
    }

    @Test
    void shouldRefuseACountWhenFewerBytesAreLeft() throws IOException {
        for (long count : new long[] {1, 100, Integer.MAX_VALUE, Long.MAX_VALUE}) {
            assertRefused(STRINGS, encoder -> encoder.writeLong(count));
            assertRefused(STRINGS, encoder -> {
                encoder.writeLong(-count);
                encoder.writeLong(0);
                encoder.writeLong(0);
            });
        }
        assertRefused(STRINGS, encoder -> {
            encoder.writeLong(Long.MIN_VALUE);
            encoder.writeLong(0);
        });
    }

    @Test
    void shouldRefuseAChoiceWhenThereAreFewer() throws IOException {
        for (int index : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertRefused(SchemaBuilder.nullable().stringType(), encoder -> encoder.writeLong(index));
            assertRefused(SchemaBuilder.enumeration("E").symbols("A", "B"), encoder -> encoder.writeLong(index));
        }
    }

    @Test
    void shouldRefuseANumberWhenItHasTooManyBytes() {
        var bytes = new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};

        assertThatThrownBy(() -> RecordBounds.check(SchemaBuilder.builder().longType(), bytes, 0))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldTakeEveryKindOfSchemaAndBlocksWithTheirLength() throws IOException {
        var schema = SchemaBuilder.record("All")
                .fields()
                .requiredBoolean("aBoolean")
                .requiredInt("anInt")
                .requiredFloat("aFloat")
                .requiredDouble("aDouble")
                .name("aMap")
                .type()
                .map()
                .values()
                .longType()
                .noDefault()
                .name("anArray")
                .type(STRINGS)
                .noDefault()
                .name("aFixed")
                .type()
                .fixed("F")
                .size(3)
                .noDefault()
                .endRecord();
        var record = new GenericRecordBuilder(schema)
                .set("aBoolean", true)
                .set("anInt", -5)
                .set("aFloat", 1f)
                .set("aDouble", 2d)
                .set("aMap", Map.of("k", 1L, "l", Long.MIN_VALUE))
                .set("anArray", List.of("a", "", "ccc"))
                .set("aFixed", new GenericData.Fixed(schema.getField("aFixed").schema(), new byte[3]))
                .build();
        for (var blocks : List.of(true, false)) {
            var out = new ByteArrayOutputStream();
            var encoder = blocks
                    ? EncoderFactory.get().blockingBinaryEncoder(out, null)
                    : EncoderFactory.get().binaryEncoder(out, null);
            new GenericDatumWriter<>(schema).write(record, encoder);
            encoder.flush();
            assertThatCode(() -> RecordBounds.check(schema, out.toByteArray(), 0))
                    .doesNotThrowAnyException();
        }
    }

    /** Whatever stands in a record, reading it ends with a record or with an error about it, never with anything else. */
    @Test
    void shouldGiveARecordOrAnErrorWhenBytesAreChangedAtRandom() {
        var random = new Random(4711);
        var serde = AvroSerde.forTopics(Map.of(RegistryConfig.URL, "mock://record-bounds-test"));
        int refused = 0;
        for (var record : Samples.of(Topic.EVENTS).values()) {
            var good = serde.toBytes(Topic.EVENTS, record);
            for (int i = 0; i < 2_000; i++) {
                var bytes = good.clone();
                for (int change = random.nextInt(1, 12); change > 0; change--) {
                    bytes[random.nextInt(WireFormat.HEADER_BYTES, bytes.length)] = (byte) random.nextInt();
                }
                try {
                    assertThat(serde.fromBytes(Topic.EVENTS, bytes)).isNotNull();
                } catch (SerializationException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    private interface Writing {
        void to(Encoder encoder) throws IOException;
    }

    private static void assertRefused(Schema schema, Writing writing) throws IOException {
        var out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        writing.to(encoder);
        encoder.flush();
        assertThatThrownBy(() -> RecordBounds.check(schema, out.toByteArray(), 0))
                .isInstanceOf(SerializationException.class);
    }
}
