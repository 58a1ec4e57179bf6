package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.schemas.avro.Usage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What was found in the documents of one body; a later usage replaces an earlier one, as counters are cumulative. */
final class Findings {
    private @Nullable Usage usage;
    private @Nullable String model;
    private boolean error;
    private boolean knownShape;
    private long contentBytes;

    /** Takes over what a document says. */
    void add(JsonScanner document) {
        byte[] usageValue = document.value("usage");
        if (usageValue != null) {
            usage = UsageFields.parse(usageValue).orElse(usage);
        }
        byte[] modelValue = document.value("model");
        if (modelValue != null) {
            model = UsageFields.parseText(modelValue).orElse(model);
        }
        byte[] errorValue = document.value("error");
        error |= errorValue != null
                && !new String(errorValue, StandardCharsets.UTF_8).strip().equals("null");
        knownShape |= document.hasKnownShape();
        contentBytes += document.contentBytes();
    }

    @Nullable
    Usage usage() {
        return usage;
    }

    @Nullable
    String model() {
        return model;
    }

    boolean sawError() {
        return error;
    }

    /** Content of replies in a known shape; of others all bytes are content. */
    long contentBytes(long totalBytes) {
        return knownShape ? contentBytes : totalBytes;
    }
}
