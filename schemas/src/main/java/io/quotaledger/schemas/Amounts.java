package io.quotaledger.schemas;

/** Bounds of amounts. Redis scripts compute in doubles, which hold whole numbers exactly up to 2^53 - 1. */
public final class Amounts {
    /** Largest amount and largest absolute balance: 2^53 - 1. */
    public static final long MAX = (1L << 53) - 1;

    private Amounts() {}

    /**
     * The amount, if it is from 0 to {@link #MAX}.
     *
     * @throws IllegalArgumentException if it is not
     */
    public static long require(String what, long amount) {
        if (amount < 0 || amount > MAX) {
            throw new IllegalArgumentException(what + " must be from 0 to " + MAX + ", was " + amount);
        }
        return amount;
    }
}
