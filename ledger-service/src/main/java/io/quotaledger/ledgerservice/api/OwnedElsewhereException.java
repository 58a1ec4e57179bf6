package io.quotaledger.ledgerservice.api;

import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Another instance answers for the tenant. */
final class OwnedElsewhereException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HostInfo owner;
    private final transient @Nullable Object body;

    /** @param body body of the request, if it has one */
    OwnedElsewhereException(HostInfo owner, @Nullable Object body) {
        super("the owner is " + owner, null, false, false);
        this.owner = owner;
        this.body = body;
    }

    /** Where that instance is. */
    HostInfo owner() {
        return owner;
    }

    /** Body of the request, if it has one: the framework keeps none once it is read. */
    @Nullable
    Object body() {
        return body;
    }
}
