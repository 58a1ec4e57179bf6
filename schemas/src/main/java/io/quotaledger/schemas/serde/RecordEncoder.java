package io.quotaledger.schemas.serde;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Writes records of one schema with one id; safe for all threads. */
final class RecordEncoder {
    /** A buffer that grew beyond this is not kept. */
    private static final int KEPT_BYTES = 1 << 16;

    private static final ThreadLocal<Buffer> BUFFERS = ThreadLocal.withInitial(Buffer::new);

    private final SpecificDatumWriter<SpecificRecord> writer;
    private final int id;

    RecordEncoder(Schema schema, int id) {
        this.writer = new SpecificDatumWriter<>(schema, SpecificData.getForSchema(schema));
        this.id = id;
    }

    /**
     * The record in the wire format.
     *
     * @throws SerializationException if a field that must be set is not
     */
    byte[] encode(SpecificRecord value) {
        var buffer = BUFFERS.get();
        buffer.begin();
        try {
            writer.write(value, buffer.encoder);
            buffer.encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(
                    "Cannot write a " + value.getSchema().getFullName() + ": " + e.getMessage(), e);
        }
        var bytes = buffer.toByteArray();
        WireFormat.putHeader(bytes, id);
        if (bytes.length > KEPT_BYTES) {
            BUFFERS.remove();
        }
        return bytes;
    }

    private static final class Buffer extends ByteArrayOutputStream {
        private static final byte[] HEADER = new byte[WireFormat.HEADER_BYTES];

        private BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(this, null);

        private Buffer() {
            super(512);
        }

        /** Forgets what is in it, also what a failed write left in the encoder, and leaves room for the header. */
        private void begin() {
            encoder = EncoderFactory.get().binaryEncoder(this, encoder);
            reset();
            writeBytes(HEADER);
        }
    }
}
