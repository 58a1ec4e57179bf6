package io.quotaledger.quickstart.check;

import io.quotaledger.schemas.avro.AccountRef;
import java.util.Locale;

/**
 * One account, with the same words whatever it was read from.
 *
 * @param level level in lower case
 * @param period period id, or {@code -}
 */
public record Account(String tenantId, String level, String scope, String meter, String period)
        implements Comparable<Account> {
    /** The account that a record names. */
    public static Account of(String tenantId, AccountRef account) {
        return new Account(
                tenantId,
                account.getLevel().name().toLowerCase(Locale.ROOT),
                account.getScope(),
                account.getMeter(),
                account.getPeriod());
    }

    /** The account without its period: the sum over all periods. */
    Account overPeriods() {
        return new Account(tenantId, level, scope, meter, "*");
    }

    @Override
    public int compareTo(Account other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return tenantId + " " + level + " " + scope + " " + meter + " " + period;
    }
}
