package io.quotaledger.streamstopology.events;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.Amounts;
import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.streamstopology.ledger.AccountId;
import io.quotaledger.streamstopology.ledger.Level;
import io.quotaledger.streamstopology.ledger.StoreFigures;
import io.quotaledger.streamstopology.records.Accounts;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** What ids, times and durations of an event can be; each method throws IllegalArgumentException if they are not. */
final class Checks {
    private static final Pattern PERIOD = Pattern.compile("[0-9A-Za-z+-]{1,32}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Instant END_OF_TIME = Instant.parse("9999-01-01T00:00:00Z");
    private static final Duration LONGEST_HOLD = Duration.ofDays(366);

    private Checks() {}

    static Instant time(String what, Instant time) {
        if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
            throw new IllegalArgumentException(what + " must be from 1970 to 9998, was " + time);
        }
        return time;
    }

    static Duration hold(long millis) {
        if (millis < 1 || millis > LONGEST_HOLD.toMillis()) {
            throw new IllegalArgumentException("holdMillis must be from 1 to a year, was " + millis);
        }
        return Duration.ofMillis(millis);
    }

    static String hash(String text) {
        if (!HASH.matcher(text).matches()) {
            throw new IllegalArgumentException("a key hash is 64 lower-case hex digits");
        }
        return text;
    }

    static AccountId account(AccountRef ref) {
        var id = Accounts.id(ref);
        scope(id.level(), id.scope());
        Ids.require("meter", id.meter());
        if (!PERIOD.matcher(id.period()).matches()) {
            throw new IllegalArgumentException("no period id: " + id.period());
        }
        return id;
    }

    static StoreFigures figures(io.quotaledger.schemas.avro.StoreFigures figures) {
        inRange("granted", figures.getGranted());
        inRange("reserved", figures.getReserved());
        inRange("consumed", figures.getConsumed());
        return Accounts.figures(figures);
    }

    /** A number that Redis can hold. */
    static long inRange(String what, long number) {
        if (number < -Amounts.MAX || number > Amounts.MAX) {
            throw new IllegalArgumentException(what + " is from -(2^53 - 1) to 2^53 - 1, was " + number);
        }
        return number;
    }

    static String scope(Level level, String scope) {
        switch (level) {
            case ORG -> {
                if (!scope.equals(AccountKeys.NONE)) {
                    throw new IllegalArgumentException("the scope of the org is " + AccountKeys.NONE);
                }
            }
            case APP, USER -> Ids.require("scope", scope);
            case KEY -> {
                var slash = scope.indexOf('/');
                Ids.require("app of the scope", slash < 0 ? "" : scope.substring(0, slash));
                Ids.require("key of the scope", scope.substring(slash + 1));
            }
        }
        return scope;
    }
}
