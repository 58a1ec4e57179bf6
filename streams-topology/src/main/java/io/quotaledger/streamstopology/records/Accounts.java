package io.quotaledger.streamstopology.records;

import io.quotaledger.schemas.avro.AccountLimit;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Balance;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.PeriodKind;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.streamstopology.ledger.AccountId;

/** Accounts, balances and limits. */
public final class Accounts {
    private Accounts() {}

    /** An account's name in the ledger. */
    public static AccountId id(AccountRef ref) {
        return new AccountId(level(ref.getLevel()), ref.getScope(), ref.getMeter(), ref.getPeriod());
    }

    /** An account's name in the contract. */
    public static AccountRef ref(AccountId id) {
        return new AccountRef(level(id.level()), id.scope(), id.meter(), id.period());
    }

    /** A level in the ledger; none for UNKNOWN. */
    public static io.quotaledger.streamstopology.ledger.Level level(Level level) {
        return Symbols.same(io.quotaledger.streamstopology.ledger.Level.class, level);
    }

    /** A level in the contract. */
    public static Level level(io.quotaledger.streamstopology.ledger.Level level) {
        return Symbols.same(Level.class, level);
    }

    /** A balance in the ledger. */
    public static io.quotaledger.streamstopology.ledger.Balance balance(Balance balance) {
        return new io.quotaledger.streamstopology.ledger.Balance(
                balance.getIssued(),
                balance.getOverage(),
                balance.getAvailable(),
                balance.getReserved(),
                balance.getConsumed(),
                balance.getExpired(),
                balance.getRefunded());
    }

    /** A balance in the contract. */
    public static Balance balance(io.quotaledger.streamstopology.ledger.Balance balance) {
        return new Balance(
                balance.issued(),
                balance.overage(),
                balance.available(),
                balance.reserved(),
                balance.consumed(),
                balance.expired(),
                balance.refunded());
    }

    /** Figures in the ledger. */
    public static io.quotaledger.streamstopology.ledger.StoreFigures figures(StoreFigures figures) {
        return new io.quotaledger.streamstopology.ledger.StoreFigures(
                figures.getGranted(), figures.getReserved(), figures.getConsumed(), figures.getUncapped());
    }

    /** Figures in the contract. */
    public static StoreFigures figures(io.quotaledger.streamstopology.ledger.StoreFigures figures) {
        return new StoreFigures(figures.granted(), figures.reserved(), figures.consumed(), figures.uncapped());
    }

    /** A limit in the ledger; its meter is checked. */
    public static io.quotaledger.streamstopology.ledger.AccountLimit limit(AccountLimit limit) {
        return new io.quotaledger.streamstopology.ledger.AccountLimit(
                limit.getMeter(), period(limit.getPeriod()), limit.getLimit());
    }

    /** A limit in the contract. */
    public static AccountLimit limit(io.quotaledger.streamstopology.ledger.AccountLimit limit) {
        return new AccountLimit(limit.meter(), Symbols.same(PeriodKind.class, limit.period()), limit.limit());
    }

    /** A kind of period in the ledger; none for UNKNOWN. */
    public static io.quotaledger.streamstopology.ledger.PeriodKind period(PeriodKind kind) {
        return Symbols.same(io.quotaledger.streamstopology.ledger.PeriodKind.class, kind);
    }
}
