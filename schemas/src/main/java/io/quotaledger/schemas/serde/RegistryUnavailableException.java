package io.quotaledger.schemas.serde;

import org.apache.kafka.common.errors.RetriableException;

/**
 * The schema registry gave no usable answer: it is down, slow, or refuses this client. It says nothing about the record
 * at hand, so the record must be tried again and never be treated as unreadable.
 */
public final class RegistryUnavailableException extends RetriableException {
    private static final long serialVersionUID = 1L;

    public RegistryUnavailableException(String message) {
        super(message);
    }

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
