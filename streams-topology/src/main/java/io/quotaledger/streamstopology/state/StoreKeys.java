package io.quotaledger.streamstopology.state;

import io.quotaledger.schemas.AccountKeys;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Snapshot;
import io.quotaledger.schemas.avro.Verdict;
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

    /** After every rest of a key. */
    public static final String AFTER_ALL = "~";

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

    /** Key of an update of an account, which is given by its key. */
    static String ofUpdate(String accountKey, long number) {
        return accountKey + "|" + digits(number);
    }

    /** Id of a deadline about a checkpoint of an account, which is given by its key. */
    static String ofCheckpoint(String accountKey, String eventId) {
        return accountKey.substring(accountKey.indexOf('|') + 1) + "|" + eventId;
    }

    /** Event id of the checkpoint that a deadline is about. */
    public static String checkpointOf(String deadlineId) {
        return deadlineId.substring(deadlineId.lastIndexOf('|') + 1);
    }

    /** Key of the account that a deadline about a checkpoint is about. */
    public static String accountOf(String tenantId, String deadlineId) {
        return of(tenantId, deadlineId.substring(0, deadlineId.lastIndexOf('|')));
    }

    /** Common beginning of the keys of a tenant's snapshots, of those that matched or of all others. */
    public static String ofSnapshots(String tenantId, boolean matched) {
        return ofTenant(tenantId) + (matched ? "matched|" : "other|");
    }

    /** Key of a snapshot: after {@link #ofSnapshots} time, account and event id. */
    public static String ofSnapshot(Snapshot snapshot) {
        var group = ofSnapshots(snapshot.getTenantId(), snapshot.getVerdict() == Verdict.MATCHED);
        var account = AccountKeys.compactionKey(snapshot.getTenantId(), snapshot.getAccount());
        return group + newestFirst(snapshot.getTime()) + "|" + ofCheckpoint(account, snapshot.getEventId());
    }

    /** Begins the rest of a key so that what is newer comes first. */
    public static String newestFirst(Instant time) {
        return digits(Long.MAX_VALUE - time.toEpochMilli());
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
        return groupOf(kind) + beforeTime(due) + "|" + kind.name() + "|" + of(tenantId, id);
    }

    /** Less than every key at that time or later, greater than all earlier ones. */
    public static String beforeTime(Instant time) {
        return digits(time.toEpochMilli());
    }

    /** What the keys of such deadlines begin with: only the store forgets something, which follows the log's time and not the wall clock. */
    static String groupOf(DeadlineKind kind) {
        return kind == DeadlineKind.FORGET_RESERVATION || kind == DeadlineKind.FORGET_COMMAND ? FORGET : ACT;
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
