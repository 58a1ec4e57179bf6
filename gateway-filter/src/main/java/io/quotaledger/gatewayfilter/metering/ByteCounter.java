package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body of a kind nobody can read usage from: all its bytes are content. */
public final class ByteCounter implements UsageReader {
    private long bytes;

    @Override
    public void read(ByteBuffer more) {
        bytes += more.remaining();
    }

    @Override
    public void end() {
        // Nothing is left over.
    }

    @Override
    public @Nullable Usage usage() {
        return null;
    }

    @Override
    public @Nullable String model() {
        return null;
    }

    @Override
    public long contentBytes() {
        return bytes;
    }

    @Override
    public boolean sawError() {
        return false;
    }
}
