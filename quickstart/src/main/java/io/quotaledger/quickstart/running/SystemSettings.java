package io.quotaledger.quickstart.running;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may differ between systems.
 *
 * @param data where data and logs stay; null: data is thrown away at the end
 * @param upstream where the gateway sends calls; null: to the model server
 * @param redis address of a Redis that somebody else runs; null: one of the system's own
 * @param serviceOptions further JVM options of the ledger service
 */
public record SystemSettings(
        @Nullable Path data,
        @Nullable URI upstream,
        @Nullable String redis,
        List<String> serviceOptions) {
    /** Copies. */
    public SystemSettings {
        serviceOptions = List.copyOf(serviceOptions);
    }
}
