package io.quotaledger.streamstopology.ledger;

import java.util.Locale;

/** The rules that accept or refuse; their words are part of docs/contracts.md. */
public enum OutcomeCode {
    ACCEPTED,
    TENANT_EXISTS,
    UNKNOWN_TENANT,
    INVALID_TIMEZONE,
    INVALID_PLAN,
    STALE_PLAN,
    APP_EXISTS,
    UNKNOWN_APP,
    KEY_EXISTS,
    UNKNOWN_SCOPE,
    UNKNOWN_METER,
    UNKNOWN_WALLET,
    UNKNOWN_ACCOUNT,
    AMOUNT_OUT_OF_RANGE,
    LIMIT_BELOW_USE,
    PATH_TOO_LONG,
    GRANT_EXISTS,
    EXPIRY_IN_PAST,
    INVALID_PERIOD,
    EVENT_ID_REUSED,
    SETTLEMENT_CONFLICT;

    /** The stable word in topics and HTTP: lower case with underscores. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
