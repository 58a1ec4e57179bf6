package io.quotaledger.streamstopology.query;

/** The store that would answer is not open here now: it restores, moves or is stopped. Says nothing of its content. */
public final class StoreNotReadyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreNotReadyException(String store, Throwable cause) {
        super(store + " is not ready", cause);
    }
}
