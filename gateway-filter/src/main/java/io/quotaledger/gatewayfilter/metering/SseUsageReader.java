package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A stream of server-sent events, each with one JSON document in its data. */
public final class SseUsageReader implements UsageReader {
    private final JsonScanner document = new JsonScanner();
    private final Findings findings = new Findings();
    private final SseLines lines = new SseLines(document::accept, this::endEvent);

    @Override
    public void read(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            lines.accept(bytes.get());
        }
    }

    @Override
    public void end() {
        lines.end();
    }

    private void endEvent() {
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
        return findings.contentBytes(lines.payloadBytes());
    }

    @Override
    public boolean sawError() {
        return findings.sawError();
    }
}
