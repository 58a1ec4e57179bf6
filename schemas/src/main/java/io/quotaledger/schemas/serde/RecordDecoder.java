package io.quotaledger.schemas.serde;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Reads records that were written with one schema as instances of its generated class; safe for all threads. */
final class RecordDecoder {
    private static final ThreadLocal<@Nullable BinaryDecoder> DECODERS = new ThreadLocal<>();

    private final Class<?> type;
    private final SpecificDatumReader<SpecificRecord> reader;

    /**
     * @param written schema of the records
     * @throws SerializationException if no generated class has its full name
     */
    RecordDecoder(Schema written) {
        var type = SpecificData.get().getClass(written);
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new SerializationException("There is no generated class for the schema " + written.getFullName());
        }
        this.type = type;
        // The class has the full name of the schema, so its own schema leads to its own conversions.
        var data = SpecificData.getForSchema(written);
        this.reader = new SpecificDatumReader<>(written, data.getSchema(type), data);
    }

    Class<?> type() {
        return type;
    }

    /**
     * The record in the bytes, which are in the wire format.
     *
     * @throws SerializationException if it is broken, or there is anything after it
     */
    SpecificRecord decode(byte[] bytes) {
        RecordBounds.check(reader.getSchema(), bytes, WireFormat.HEADER_BYTES);
        var decoder = DecoderFactory.get()
                .binaryDecoder(bytes, WireFormat.HEADER_BYTES, bytes.length - WireFormat.HEADER_BYTES, DECODERS.get());
        DECODERS.set(decoder);
        try {
            return reader.read(null, decoder);
        } catch (IOException | RuntimeException e) {
            throw new SerializationException("Broken " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
