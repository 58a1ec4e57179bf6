package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.state.DeadlineKind;
import java.time.Instant;

/**
 * Keys of the state stores. Parts are joined by '|', which is in no id, scope or period; numbers and times have 19 digits,
 * so that the order of keys is theirs. Every key of a tenant, but for deadlines, begins with {@link #ofTenant}.
 */
public final class StoreKeys {
    /** Begins the keys of deadlines at which the ledger acts. */
    static final String ACT = "act|";
    /** Begins the keys of deadlines at which the store forgets. */
    static final String FORGET = "forget|";

    private static final int DIGITS = 19;

    private StoreKeys() {}

    /** Common beginning of a tenant's keys. */
    public static String ofTenant(String tenantId) {
        return tenantId + "|";
    }

    /** Key of a reservation, grant or command. */
    public static String of(String tenantId, String id) {
        return ofTenant(tenantId) + id;
    }

    /** Key of an org, app or key. */
    public static String ofScope(String tenantId, Level level, String scope) {
        return ofTenant(tenantId) + level.name() + "|" + scope;
    }

    /** Key of a journal entry. */
    public static String ofEntry(String tenantId, long number) {
        return ofTenant(tenantId) + digits(number);
    }

    /** Common beginning of the index keys of one level, scope and meter, over all periods. */
    public static String ofHistory(String tenantId, Level level, String scope, String meter) {
        return ofScope(tenantId, level, scope) + "|" + meter + "|";
    }

    /** Key of a journal entry in the index: after {@link #ofHistory} time and number. */
    public static String inHistory(String history, Instant time, long number) {
        return history + digits(time.toEpochMilli()) + "|" + digits(number);
    }

    /** Key of a deadline: whose clock it follows, its time, what it is. */
    public static String ofDeadline(Instant due, DeadlineKind kind, String tenantId, String id) {
        return (isForgetting(kind) ? FORGET : ACT) + beforeTime(due) + "|" + kind.name() + "|" + of(tenantId, id);
    }

    /** Less than every key at that time or later, greater than all earlier ones. */
    public static String beforeTime(Instant time) {
        return digits(time.toEpochMilli());
    }

    /** Whether only the store forgets something then, which follows the log's time and not the wall clock. */
    static boolean isForgetting(DeadlineKind kind) {
        return kind == DeadlineKind.FORGET_RESERVATION || kind == DeadlineKind.FORGET_COMMAND;
    }

    /** A number from 0 on, as text of one length. */
    static String digits(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("keys are ordered from 0 on, not " + number);
        }
        var text = Long.toString(number);
        return "0".repeat(DIGITS - text.length()) + text;
    }
}
