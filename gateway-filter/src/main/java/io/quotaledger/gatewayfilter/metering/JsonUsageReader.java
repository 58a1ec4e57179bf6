package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A plain reply: one JSON document. */
public final class JsonUsageReader implements UsageReader {
    private final JsonScanner document = new JsonScanner();
    private final Findings findings = new Findings();
    private long totalBytes;

    @Override
    public void read(ByteBuffer bytes) {
        totalBytes += bytes.remaining();
        while (bytes.hasRemaining()) {
            document.accept(bytes.get());
        }
    }

    @Override
    public void end() {
        findings.add(document);
        document.reset();
    }

    @Override
    public @Nullable Usage usage() {
        return findings.usage();
    }

    @Override
    public @Nullable String model() {
        return findings.model();
    }

    @Override
    public long contentBytes() {
        long content = findings.contentBytes(totalBytes);
        return content == 0 && !sawError() ? totalBytes : content;
    }

    @Override
    public boolean sawError() {
        return findings.sawError();
    }
}
