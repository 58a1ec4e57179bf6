package io.quotaledger.quotastore;

import io.quotaledger.schemas.AccountKeys;
import java.util.List;

/**
 * One account of a request's path, by the periods that may be in force when the script runs.
 *
 * @param candidates a wallet or budget period each, in order of time; the script takes the one that Redis time is in.
 *     One is enough away from a boundary; near one, name the periods on both sides.
 * @param amount amount to hold, in the meter's smallest unit, 0 to 2^53 - 1
 */
public record PathAccount(List<Candidate> candidates, long amount) {
    /**
     * An account and when it is in force.
     *
     * @param key the account
     * @param fromMillis first epoch millisecond; 0 for a wallet
     * @param untilMillis first epoch millisecond after; {@link Long#MAX_VALUE} for a wallet
     */
    public record Candidate(AccountKey key, long fromMillis, long untilMillis) {
        /** A wallet: always in force. */
        public static Candidate wallet(AccountKey key) {
            return new Candidate(key, 0, Long.MAX_VALUE);
        }

        /** Whether it is in force at an epoch millisecond. */
        public boolean isInForce(long atMillis) {
            return fromMillis <= atMillis && atMillis < untilMillis;
        }
    }

    /** Copies the candidates. */
    public PathAccount {
        candidates = List.copyOf(candidates);
    }

    /** Whether it is a wallet, which is always in force. */
    boolean isWallet() {
        return candidates.size() == 1 && candidates.get(0).key().period().equals(AccountKeys.NONE);
    }
}
