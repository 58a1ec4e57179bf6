package io.quotaledger.ledgerservice.api;

import org.apache.kafka.streams.state.HostInfo;

/** Another instance answers for the tenant. */
final class OwnedElsewhereException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HostInfo owner;

    OwnedElsewhereException(HostInfo owner) {
        super("the owner is " + owner, null, false, false);
        this.owner = owner;
    }

    /** Where that instance is. */
    HostInfo owner() {
        return owner;
    }
}
