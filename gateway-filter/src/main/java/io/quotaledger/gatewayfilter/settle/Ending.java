package io.quotaledger.gatewayfilter.settle;

import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.Usage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a call ended, and what it is charged by. */
public sealed interface Ending {
    /** HTTP status of the upstream; 0 if it gave none. */
    int upstreamStatus();

    /** How it is charged: the provenance in small letters, or {@code refunded}. */
    String charge();

    /**
     * Charged.
     *
     * @param usage quantities to charge
     * @param provenance where they come from
     * @param responseModel model named by the response; null if none
     */
    record Settle(
            Usage usage, Provenance provenance, @Nullable String responseModel, int upstreamStatus) implements Ending {
        @Override
        public String charge() {
            return provenance.name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Not charged.
     *
     * @param reason a stable word: {@code upstream_error}, {@code connect_failed}, {@code timeout}, {@code upstream_closed}, {@code
     *     empty_response}, {@code cancelled} or {@code gateway_error}
     */
    record Refund(String reason, int upstreamStatus) implements Ending {
        @Override
        public String charge() {
            return "refunded";
        }
    }
}
