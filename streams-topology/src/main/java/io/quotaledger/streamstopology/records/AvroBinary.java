package io.quotaledger.streamstopology.records;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** SHA-256 of records in Avro binary, without any header. */
public final class AvroBinary {
    private AvroBinary() {}

    /** Hash of the record in Avro binary, 32 bytes. */
    public static byte[] sha256(SpecificRecord record) {
        var bytes = new ByteArrayOutputStream(512);
        var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        try {
            new SpecificDatumWriter<SpecificRecord>(record.getSchema()).write(record, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sha256(bytes.toByteArray());
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
