package io.quotaledger.quotastore;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.Periods;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Level;
import java.util.regex.Pattern;

/**
 * One account in Redis.
 *
 * @param tenantId tenant
 * @param level level
 * @param scope {@code -}, {@code app} or {@code app/key}
 * @param meter meter
 * @param period period id, or {@code -} for a wallet
 */
public record AccountKey(String tenantId, Level level, String scope, String meter, String period) {
    private static final Pattern PERIOD = Pattern.compile(Periods.ID_PATTERN);

    /**
     * Checks the ids.
     *
     * @throws IllegalArgumentException if an id is outside the pattern
     */
    public AccountKey {
        Ids.require("tenant", tenantId);
        Ids.require("meter", meter);
        requireScope(scope);
        if (!period.equals(AccountKeys.NONE) && !PERIOD.matcher(period).matches()) {
            throw new IllegalArgumentException("not a period id: " + period);
        }
    }

    /** The account of a record. */
    public static AccountKey of(String tenantId, AccountRef account) {
        return new AccountKey(
                tenantId, account.getLevel(), account.getScope(), account.getMeter(), account.getPeriod());
    }

    /** The account as it stands in records. */
    public AccountRef toRef() {
        return new AccountRef(level, scope, meter, period);
    }

    /** The bucket in Redis that it is in, from 0 to {@link LedgerSync#BUCKETS} - 1. */
    public int bucket() {
        return StoreKeys.bucket(tenantId);
    }

    /** Whether both are the same but for the period. */
    boolean isSameLine(AccountRef account) {
        return level == account.getLevel() && scope.equals(account.getScope()) && meter.equals(account.getMeter());
    }

    /** Checks that a scope is {@code -}, {@code app} or {@code app/key}. */
    static void requireScope(String scope) {
        if (!scope.equals(AccountKeys.NONE)) {
            for (String part : scope.split("/", -1)) {
                Ids.require("scope", part);
            }
        }
    }
}
