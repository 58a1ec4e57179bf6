package io.quotaledger.ledgerservice.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.micronaut.core.annotation.Introspected;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import io.quotaledger.schemas.avro.state.AccountState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An account on both sides.
 *
 * @param tenantId tenant
 * @param account account
 * @param ledger as the ledger has it
 * @param redis as Redis has it; null if it does not hold it
 * @param pendingUpdates updates of the ledger that Redis has not applied in this life
 * @param finding what the two sides say together
 * @param explanation the same in plain words
 */
@Introspected
public record Inspection(
        String tenantId,
        LedgerView.AccountName account,
        Side ledger,
        @Nullable Side redis,
        long pendingUpdates,
        Finding finding,
        String explanation) {
    /** What two sides say together. */
    public enum Finding {
        /** Same life, same figures. */
        @JsonProperty("equal")
        EQUAL,
        /** Redis does not hold it, and was never asked to. */
        @JsonProperty("never_seeded")
        NEVER_SEEDED,
        /** Redis dropped it because nobody had used it for long. */
        @JsonProperty("dropped")
        DROPPED,
        /** Redis does not hold it, though it should. */
        @JsonProperty("absent")
        ABSENT,
        /** Redis holds another life of it than the ledger's. */
        @JsonProperty("other_life")
        OTHER_LIFE,
        /** Redis has not applied all updates yet. */
        @JsonProperty("updates_pending")
        UPDATES_PENDING,
        /** Same life, all updates applied, other figures. */
        @JsonProperty("different")
        DIFFERENT
    }

    /**
     * An account on one side. Amounts are whole numbers in the meter's smallest unit.
     *
     * @param granted funding
     * @param reserved sum of open reservations
     * @param consumed sum of settlements
     * @param available granted − reserved − consumed
     * @param uncapped counted, not checked
     * @param epoch number of the life of the key in Redis, from 1; 0 before the first seed
     * @param generation of the ledger: the last that a checkpoint closed, -1 if none; of Redis: the one that runs
     * @param updates number of the last update of this life
     */
    @Introspected
    public record Side(
            long granted,
            long reserved,
            long consumed,
            long available,
            boolean uncapped,
            long epoch,
            long generation,
            long updates) {
        private static Side of(AccountState state) {
            var balance = state.getBalance();
            return new Side(
                    LedgerView.granted(balance),
                    balance.getReserved(),
                    balance.getConsumed(),
                    balance.getAvailable(),
                    state.getUncapped(),
                    state.getEpoch(),
                    state.getClosedGeneration(),
                    state.getUpdateNumber());
        }

        private static Side of(StoredAccount stored) {
            var balance = stored.balance();
            return new Side(
                    balance.granted(),
                    balance.reserved(),
                    balance.consumed(),
                    balance.available(),
                    balance.uncapped(),
                    stored.epoch(),
                    stored.generation(),
                    stored.updates());
        }

        private boolean hasFiguresOf(Side other) {
            return granted == other.granted
                    && reserved == other.reserved
                    && consumed == other.consumed
                    && uncapped == other.uncapped;
        }
    }

    static Inspection of(AccountState state, Optional<StoredAccount> stored) {
        var ledger = Side.of(state);
        var redis = stored.map(Side::of).orElse(null);
        var finding = finding(state, ledger, redis);
        long pending = redis != null && redis.epoch == ledger.epoch ? Math.max(0, ledger.updates - redis.updates) : 0;
        return new Inspection(
                state.getTenantId(),
                LedgerView.AccountName.of(state.getAccount()),
                ledger,
                redis,
                pending,
                finding,
                explanation(finding, state, ledger, redis, pending));
    }

    private static Finding finding(AccountState state, Side ledger, @Nullable Side redis) {
        if (redis == null) {
            return ledger.epoch == 0
                    ? Finding.NEVER_SEEDED
                    : state.getBase() == null ? Finding.DROPPED : Finding.ABSENT;
        }
        if (redis.epoch != ledger.epoch) {
            return Finding.OTHER_LIFE;
        }
        if (redis.updates < ledger.updates) {
            return Finding.UPDATES_PENDING;
        }
        return redis.hasFiguresOf(ledger) ? Finding.EQUAL : Finding.DIFFERENT;
    }

    private static String explanation(
            Finding finding, AccountState state, Side ledger, @Nullable Side redis, long pending) {
        return switch (finding) {
            case EQUAL -> "Redis and the ledger have the same figures.";
            case NEVER_SEEDED -> "Redis does not hold the account: no call has needed it yet. The first one seeds it.";
            case DROPPED ->
                "The account was dropped from Redis at %s because nobody had used it for long. The next call that needs it seeds it anew."
                        .formatted(state.getJudgedAt());
            case ABSENT ->
                "Redis has lost the account, or its period is over. The next call that needs it seeds it anew.";
            case OTHER_LIFE ->
                (state.getBase() == null
                                ? "Redis holds life %d of the account, which the ledger knows as dropped, life %d not being seeded:"
                                        + " an older copy has come back. The next comparison seeds it anew."
                                : "Redis holds life %d of the account, the ledger has begun life %d: its seed is on the way.")
                        .formatted(redis == null ? 0 : redis.epoch, ledger.epoch);
            case UPDATES_PENDING -> "%d updates of the ledger are on the way to Redis.".formatted(pending);
            case DIFFERENT ->
                "The figures differ although all updates are applied: events of calls under way have not reached the ledger yet."
                        + " If this stays while no call is under way, Redis was changed by another hand.";
        };
    }
}
