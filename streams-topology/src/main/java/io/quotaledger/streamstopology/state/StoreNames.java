package io.quotaledger.streamstopology.state;

/** Names of the state stores. All are partitioned as the log is; keys are text, see {@link StoreKeys}. */
public final class StoreNames {
    /** Tenants: {@code TenantState}. */
    public static final String TENANT = "tenant-store";
    /** Orgs, apps and keys: {@code ScopeState}. */
    public static final String SCOPE = "scope-store";
    /** Accounts: {@code AccountState}. */
    public static final String ACCOUNT = "account-store";
    /** Updates that no checkpoint has confirmed: {@code PendingUpdateState}. */
    public static final String PENDING_UPDATE = "pending-update-store";
    /** Reservations: {@code ReservationState}. */
    public static final String RESERVATION = "reservation-store";
    /** Grants: {@code GrantState}. */
    public static final String GRANT = "grant-store";
    /** Answers to commands and seed requests: {@code CommandState}. */
    public static final String COMMAND = "command-store";
    /** What is due when: {@code Deadline}. */
    public static final String DEADLINE = "deadline-store";
    /** Journal entries by tenant and number: {@code JournalEntry}. */
    public static final String JOURNAL = "journal-store";
    /** Numbers of journal entries by level, scope, meter and time: {@code Long}. */
    public static final String JOURNAL_BY_ACCOUNT = "journal-by-account-store";
    /** End of each tenant's journal: {@code JournalHead}. */
    public static final String JOURNAL_HEAD = "journal-head-store";

    /** Snapshots by tenant and time, those that matched apart: {@code Snapshot}. */
    public static final String SNAPSHOT = "snapshot-store";

    /** How far each partition of the log is folded, by topic and partition: {@code LogPosition}. */
    public static final String LOG_POSITION = "log-position-store";

    private StoreNames() {}
}
