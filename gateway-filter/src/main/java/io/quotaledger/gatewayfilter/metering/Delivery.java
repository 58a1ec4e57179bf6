package io.quotaledger.gatewayfilter.metering;

import io.quotaledger.gatewayfilter.prepay.PricedCall;
import io.quotaledger.gatewayfilter.settle.Ending;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.Usage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What the upstream has delivered for one call, and what follows from it for the charge. Safe for all threads, as an ending may be
 * decided on another thread than the body arrives on.
 */
public final class Delivery {
    private static final int SUCCESS = 2;

    private final PricedCall call;
    private int status;
    private @Nullable UsageReader reader;
    private boolean clientGone;
    private boolean usageBeforeGone;

    /** Nothing has been delivered yet. */
    public Delivery(PricedCall call) {
        this.call = call;
    }

    /** The response begins. */
    public synchronized void begin(int upstreamStatus, HttpHeaders headers) {
        status = upstreamStatus;
        reader = UsageReaders.forResponse(headers);
    }

    /** Takes the next bytes of the body; the buffer is not kept. */
    public synchronized void read(ByteBuffer bytes) {
        if (reader != null) {
            reader.read(bytes);
        }
    }

    /** The client has gone; what is reported from now on is known by draining. */
    public synchronized void clientGone() {
        clientGone = true;
        usageBeforeGone = reader != null && reader.usage() != null;
    }

    /**
     * How the call ends if no more is delivered.
     *
     * @param failure a stable word for why the body is not complete; null if it is
     */
    public synchronized Ending end(@Nullable String failure) {
        if (status / 100 != SUCCESS) {
            return new Ending.Refund(status == 0 && failure != null ? failure : "upstream_error", status);
        }
        if (call.tariff().isPerCall()) {
            return new Ending.Settle(call.mostUsage(), Provenance.PER_CALL, null, status);
        }
        return reader == null ? new Ending.Refund(orEmpty(failure), status) : end(reader, failure);
    }

    private Ending end(UsageReader body, @Nullable String failure) {
        body.end();
        Usage usage = body.usage();
        if (usage != null) {
            var provenance = clientGone && !usageBeforeGone ? Provenance.DRAINED : Provenance.REPORTED;
            return new Ending.Settle(usage, provenance, body.model(), status);
        }
        if (body.contentBytes() == 0) {
            return new Ending.Refund(body.sawError() ? "upstream_error" : orEmpty(failure), status);
        }
        return new Ending.Settle(call.usageOf(body.contentBytes()), Provenance.ESTIMATED, body.model(), status);
    }

    private static String orEmpty(@Nullable String failure) {
        return failure == null ? "empty_response" : failure;
    }
}
