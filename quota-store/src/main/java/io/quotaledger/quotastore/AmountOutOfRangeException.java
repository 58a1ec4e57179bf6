package io.quotaledger.quotastore;

/** A script refused a change because a sum of the account would leave 2^53 - 1. Nothing was changed. */
public final class AmountOutOfRangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String account;

    AmountOutOfRangeException(String account) {
        super("a sum of account " + account + " would leave 2^53 - 1");
        this.account = account;
    }

    /** {@code level:scope:meter:period} of the account, with the level's first letter. */
    public String account() {
        return account;
    }
}
