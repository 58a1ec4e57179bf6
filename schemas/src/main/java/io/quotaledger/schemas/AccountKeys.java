package io.quotaledger.schemas;

import io.quotaledger.schemas.avro.AccountRef;

/** Text forms of accounts. '|' is in no id, scope or period, so they never collide. */
public final class AccountKeys {
    /** Scope of the org level, and period of a wallet. */
    public static final String NONE = "-";

    private AccountKeys() {}

    /** Scope of a key: {@code app/key}. */
    public static String keyScope(String appId, String keyId) {
        return appId + "/" + keyId;
    }

    /** Key in {@code quota-balances}: {@code tenant|LEVEL|scope|meter|period}. */
    public static String compactionKey(String tenantId, AccountRef account) {
        return String.join(
                "|", tenantId, account.getLevel().name(), account.getScope(), account.getMeter(), account.getPeriod());
    }

    /** Tenant id of a {@link #compactionKey}. */
    public static String tenantOf(String compactionKey) {
        return compactionKey.substring(0, compactionKey.indexOf('|'));
    }
}
