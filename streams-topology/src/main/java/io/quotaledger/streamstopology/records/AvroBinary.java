package io.quotaledger.streamstopology.records;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** SHA-256 of records in Avro binary, without any header. */
public final class AvroBinary {
    private static final Map<Schema, SpecificDatumWriter<SpecificRecord>> WRITERS = new ConcurrentHashMap<>();
    private static final ThreadLocal<Encoding> ENCODINGS = ThreadLocal.withInitial(Encoding::new);

    private AvroBinary() {}

    /** A thread's buffer. */
    private static final class Encoding {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        private BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);

        /** Forgets what is in it, also what a failed write left in the encoder. */
        private BinaryEncoder begin() {
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder); // Writes what is left in it first.
            bytes.reset();
            return encoder;
        }
    }

    /** Hash of the record in Avro binary, 32 bytes. */
    public static byte[] sha256(SpecificRecord record) {
        var encoding = ENCODINGS.get();
        try {
            WRITERS.computeIfAbsent(record.getSchema(), schema -> new SpecificDatumWriter<>(schema))
                    .write(record, encoding.begin());
            encoding.encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sha256(encoding.bytes.toByteArray());
    }

    /** Hash of bytes, 32 bytes. */
    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
