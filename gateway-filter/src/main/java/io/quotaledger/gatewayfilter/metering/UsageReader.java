package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads along while a response body passes through, in bounded memory. For one response and one thread at a time. */
public interface UsageReader {
    /** Takes the next bytes; the buffer is not kept. */
    void read(ByteBuffer bytes);

    /** No more bytes will come. */
    void end();

    /** What the upstream has reported so far; null if nothing. */
    @Nullable
    Usage usage();

    /** Model named by the response; null if none. */
    @Nullable
    String model();

    /** Bytes of generated content so far. */
    long contentBytes();

    /** Whether the body told of an error. */
    boolean sawError();
}
