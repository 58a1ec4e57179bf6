package io.quotaledger.streamstopology;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.schemas.serde.AvroSerializer;
import io.quotaledger.schemas.serde.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Events as a writer with another version of the schema would write them. */
final class OtherVersion {
    private final Schema schema;
    private final int id;

    /** @param change from the text of this version's schema to that of the other */
    OtherVersion(UnaryOperator<String> change) {
        var ours = QuotaEvent.getClassSchema().toString();
        var theirs = change.apply(ours);
        if (theirs.equals(ours)) {
            throw new IllegalArgumentException("the other version is the same");
        }
        this.schema = new Schema.Parser().parse(theirs);
        var serializer = new AvroSerializer<QuotaEvent>();
        serializer.configure(Fixture.SERDES, false);
        this.id = serializer.register(Topic.EVENTS.topicName(), schema);
    }

    Schema schema() {
        return schema;
    }

    /** The event in that version, with a change only that version can express. */
    byte[] write(QuotaEvent event, Consumer<GenericRecord> change) {
        var bytes = AvroSerde.of(QuotaEvent.class, Fixture.SERDES).toBytes(Topic.EVENTS, event);
        var avro = WireFormat.unwrap(bytes);
        try {
            var decoder = DecoderFactory.get().binaryDecoder(bytes, WireFormat.HEADER_BYTES, avro.remaining(), null);
            var reader = new GenericDatumReader<GenericRecord>(QuotaEvent.getClassSchema(), schema);
            var other = reader.read(null, decoder);
            change.accept(other);
            var out = new ByteArrayOutputStream();
            var encoder = EncoderFactory.get().binaryEncoder(out, null);
            new GenericDatumWriter<GenericRecord>(schema).write(other, encoder);
            encoder.flush();
            return WireFormat.wrap(id, out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
