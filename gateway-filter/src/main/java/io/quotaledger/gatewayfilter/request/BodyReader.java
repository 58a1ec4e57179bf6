package io.quotaledger.gatewayfilter.request;

import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** Reads a request's body once, up to a limit, into an array of ours, so that no pooled buffer outlives the reading. */
public final class BodyReader {
    private static final byte[] NO_BODY = {};

    private final int maxBytes;

    /** Refuses bodies with more than {@code maxBytes} bytes. */
    public BodyReader(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The body, empty if there is none; fails with {@link RefusedException} if it is too large. */
    public Mono<byte[]> read(ServerHttpRequest request) {
        if (request.getHeaders().getContentLength() > maxBytes) {
            return Mono.error(tooLarge());
        }
        return DataBufferUtils.join(request.getBody(), maxBytes)
                .map(BodyReader::toBytes)
                .onErrorMap(DataBufferLimitException.class, e -> tooLarge())
                .defaultIfEmpty(NO_BODY);
    }

    private RefusedException tooLarge() {
        return new RefusedException(
                Problem.of(Problem.Code.REQUEST_TOO_LARGE, "The body must have at most " + maxBytes + " bytes."));
    }

    private static byte[] toBytes(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
