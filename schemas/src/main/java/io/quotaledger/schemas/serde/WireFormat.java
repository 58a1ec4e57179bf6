package io.quotaledger.schemas.serde;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;

/** Confluent's wire format: 0x00, the schema's id as a big-endian int, the record in Avro binary. */
public final class WireFormat {
    /** Length of what stands before the record. */
    public static final int HEADER_BYTES = 5;

    private static final byte MAGIC = 0;

    private WireFormat() {}

    /**
     * Id of the schema that the record was written with.
     *
     * @throws SerializationException if the bytes are not in the wire format
     */
    public static int schemaId(byte[] bytes) {
        if (bytes.length < HEADER_BYTES) {
            throw new SerializationException("A record in the wire format has at least " + HEADER_BYTES
                    + " bytes, this one has " + bytes.length);
        }
        if (bytes[0] != MAGIC) {
            throw new SerializationException(
                    "A record in the wire format begins with 0x00, this one with 0x%02x".formatted(bytes[0]));
        }
        return ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
    }

    /**
     * The record in Avro binary, without the header; a view on the same bytes.
     *
     * @throws SerializationException if the bytes are not in the wire format
     */
    public static ByteBuffer unwrap(byte[] bytes) {
        schemaId(bytes);
        return ByteBuffer.wrap(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES).slice();
    }

    /** The record in Avro binary with the header before it. */
    public static byte[] wrap(int schemaId, byte[] avro) {
        return ByteBuffer.allocate(HEADER_BYTES + avro.length)
                .put(MAGIC)
                .putInt(schemaId)
                .put(avro)
                .array();
    }

    /** Writes the header. */
    static void putHeader(byte[] target, int schemaId) {
        ByteBuffer.wrap(target).put(MAGIC).putInt(schemaId);
    }
}
