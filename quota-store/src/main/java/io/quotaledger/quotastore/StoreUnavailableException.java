package io.quotaledger.quotastore;

import org.jspecify.annotations.Nullable;

/** Redis cannot be reached, or did not answer in time. The command may have been executed. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what went wrong. */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
