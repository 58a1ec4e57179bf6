package io.quotaledger.streamstopology.ledger;

/** Bounds of amounts and balances: Redis computes in doubles, which hold whole numbers exactly up to 2^53 - 1. */
final class Amounts {
    static final long MAX = (1L << 53) - 1;

    private Amounts() {}

    /** Whether it can be an amount: 0 to {@link #MAX}. */
    static boolean isAmount(long value) {
        return value >= 0 && value <= MAX;
    }

    /** Whether it can be a balance: -{@link #MAX} to {@link #MAX}. */
    static boolean isBalance(long value) {
        return value >= -MAX && value <= MAX;
    }

    static long require(String what, long amount) {
        if (!isAmount(amount)) {
            throw new IllegalArgumentException(what + " must be from 0 to " + MAX + ", was " + amount);
        }
        return amount;
    }
}
