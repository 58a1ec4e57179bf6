package io.quotaledger.schemas.serde;

import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Walks over a record in Avro binary without building it. Avro allocates whatever length or count the bytes claim; after
 * this walk each of them is known to be covered by bytes, so garbage ends as an error and not as a lack of memory.
 */
final class RecordBounds {
    private static final int VARINT_BITS = 64;

    private final byte[] bytes;
    private int position;

    private RecordBounds(byte[] bytes, int from) {
        this.bytes = bytes;
        this.position = from;
    }

    /**
     * Makes sure that the bytes from a position on are one record of the schema and nothing else.
     *
     * @throws SerializationException if they are not
     */
    static void check(Schema schema, byte[] bytes, int from) {
        var bounds = new RecordBounds(bytes, from);
        bounds.walk(schema);
        if (bounds.remaining() != 0) {
            throw new SerializationException(bounds.remaining() + " bytes stand after the end of the record");
        }
    }

    private void walk(Schema schema) {
        switch (schema.getType()) {
            case NULL -> {}
            case BOOLEAN -> skip(1);
            case FLOAT -> skip(Float.BYTES);
            case DOUBLE -> skip(Double.BYTES);
            case INT, LONG -> varint();
            case STRING, BYTES -> skip(varint());
            case FIXED -> skip(schema.getFixedSize());
            case ENUM -> index(schema.getEnumSymbols().size());
            case UNION -> walk(schema.getTypes().get(index(schema.getTypes().size())));
            case ARRAY -> items(schema.getElementType(), false);
            case MAP -> items(schema.getValueType(), true);
            case RECORD -> schema.getFields().forEach(field -> walk(field.schema()));
        }
    }

    /** Blocks of items up to an empty one; a negative count has the block's length in bytes after it. */
    private void items(Schema item, boolean keyed) {
        for (long count = varint(); count != 0; count = varint()) {
            if (count < 0) {
                require(varint());
            }
            long items = require(Math.abs(count));
            for (long i = 0; i < items; i++) {
                if (keyed) {
                    skip(varint());
                }
                walk(item);
            }
        }
    }

    private int index(int size) {
        long index = varint();
        if (index < 0 || index >= size) {
            throw new SerializationException("there is no choice " + index + " of " + size);
        }
        return (int) index;
    }

    private void skip(long length) {
        position += require(length);
    }

    /** The length, if so many bytes are left; each item of ours takes one byte at least. */
    private int require(long length) {
        if (length < 0 || length > remaining()) {
            throw new SerializationException(
                    "a length of " + length + " is claimed where " + remaining() + " bytes are left");
        }
        return (int) length;
    }

    private int remaining() {
        return bytes.length - position;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS; shift += 7) {
            skip(1);
            byte next = bytes[position - 1];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw new SerializationException("a number has more than " + VARINT_BITS + " bits");
    }
}
