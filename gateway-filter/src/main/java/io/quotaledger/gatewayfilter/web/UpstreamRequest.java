package io.quotaledger.gatewayfilter.web;

import io.quotaledger.gatewayfilter.identity.ApiKeys;
import java.util.List;
import java.util.Locale;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;

/**
 * The request as the upstream gets it: the same body, byte for byte, and the same headers but for those of ours, which a client may have
 * made up, the API key, and the codings of the answer, which must be readable to be metered. Its body can be read again.
 */
final class UpstreamRequest extends ServerHttpRequestDecorator {
    private final byte[] body;
    private final HttpHeaders headers;

    UpstreamRequest(ServerHttpRequest delegate, List<String> removedHeaders, byte[] body) {
        super(delegate);
        this.body = body;
        this.headers = new HttpHeaders();
        delegate.getHeaders().forEach((name, values) -> {
            if (!name.toLowerCase(Locale.ROOT).startsWith(ApiKeys.OWN_HEADERS)) {
                headers.addAll(name, values);
            }
        });
        removedHeaders.forEach(headers::remove);
        if (body.length > 0) {
            headers.set(HttpHeaders.ACCEPT_ENCODING, "identity");
        }
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return body.length == 0
                ? Flux.empty()
                : Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)));
    }
}
