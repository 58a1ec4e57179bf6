package io.quotaledger.gatewayfilter.prepay;

import io.quotaledger.gatewayfilter.identity.Caller;
import io.quotaledger.gatewayfilter.outage.OutageRule;
import io.quotaledger.gatewayfilter.pricing.Tariff;
import io.quotaledger.gatewayfilter.request.Estimate;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Usage;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be made if there is quota for it.
 *
 * @param caller who makes it
 * @param call the call as events tell of it
 * @param tariff what it is charged by
 * @param estimate how many tokens it may use; null if it is charged per call
 * @param digest digest of its content
 * @param traceParent W3C traceparent of the request; null if it has none
 * @param outage what becomes of it if the store cannot decide on it
 */
public record PricedCall(
        Caller caller,
        Call call,
        Tariff tariff,
        @Nullable Estimate estimate,
        String digest,
        @Nullable String traceParent,
        OutageRule outage) {
    private static final Usage NOTHING = new Usage(0L, 0L, 0L, 0L);

    /** The usage to hold for. */
    public Usage mostUsage() {
        return estimate == null ? NOTHING : estimate.mostUsage();
    }

    /** The usage if so many bytes of content were delivered and nobody said what they cost. */
    public Usage usageOf(long contentBytes) {
        return estimate == null ? NOTHING : estimate.usageOf(contentBytes);
    }
}
