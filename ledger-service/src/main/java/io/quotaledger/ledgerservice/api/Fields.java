package io.quotaledger.ledgerservice.api;

import io.quotaledger.ledgerservice.problem.ProblemException;
import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.avro.Level;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Bounds of fields, and the checks that annotations cannot say. */
final class Fields {
    /** Largest amount: 2^53 - 1. */
    static final long MAX_AMOUNT = 9_007_199_254_740_991L;

    static final String ID = Ids.PATTERN;
    static final String ID_FAULT = "must match " + Ids.PATTERN;
    static final String NAME = "[^\\p{Cntrl}]*";
    static final String NAME_FAULT = "must not have control characters";
    static final int NAME_LENGTH = 200;
    static final String LEVEL = "org|app|key|user";
    static final String LEVEL_FAULT = "must be org, app, key or user";
    static final String SCOPE = "-|" + Ids.PATTERN + "(/" + Ids.PATTERN + ")?";
    static final String SCOPE_FAULT = "must be '-' (org), an app id (app), app/key (key) or a user id (user)";
    static final String PRICE = "[0-9]{1,12}(\\.[0-9]{1,12})?";
    static final String PRICE_FAULT = "must be a decimal number such as \"2.50\"";

    private Fields() {}

    /** The level of a word that {@link #LEVEL} matches. */
    static Level level(String word) {
        return Level.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The scope of a level; for the org it may be left out. */
    static String scope(LevelName level, @Nullable String scope) {
        if (scope == null) {
            if (level != LevelName.ORG) {
                throw ProblemException.invalid("scope", "scope is needed for this level");
            }
            return AccountKeys.NONE;
        }
        var fits =
                switch (level) {
                    case ORG -> scope.equals(AccountKeys.NONE);
                    case APP, USER -> Ids.isValid(scope);
                    case KEY -> scope.indexOf('/') > 0;
                };
        if (!fits) {
            throw ProblemException.invalid("scope", "scope " + SCOPE_FAULT);
        }
        return scope;
    }

    /** An IANA zone. */
    static String timezone(String timezone) {
        if (!ZoneId.getAvailableZoneIds().contains(timezone)) {
            throw ProblemException.invalid("timezone", "timezone must be an IANA zone such as Europe/Berlin");
        }
        return timezone;
    }
}
