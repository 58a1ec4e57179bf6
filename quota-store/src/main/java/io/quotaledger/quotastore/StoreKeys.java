package io.quotaledger.quotastore;

import io.quotaledger.schemas.Ids;
import io.quotaledger.schemas.avro.Level;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Names of the keys in Redis. All keys of a tenant carry one hash tag, so they are in one slot of a cluster. Ids,
 * scopes and periods contain neither ':' nor braces, so different parts never make the same key.
 */
final class StoreKeys {
    /** Number of buckets; a constant of the layout, independent of the number of Kafka partitions. */
    static final int BUCKETS = 1024;

    /** Shows that Redis takes writes. */
    static final String PROBE = "ql:probe";

    private StoreKeys() {}

    /** Bucket of a tenant, from 0 to 1023. */
    static int bucket(String tenantId) {
        var crc = new CRC32();
        crc.update(tenantId.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % BUCKETS);
    }

    static String account(AccountKey key) {
        return prefix(key.tenantId()) + "a:" + key.tenantId() + ":" + accountName(key);
    }

    /** What of the key names the account within its tenant: {@code level:scope:meter:period}. */
    static String accountName(AccountKey key) {
        return String.join(":", letter(key.level()), key.scope(), key.meter(), key.period());
    }

    /** What of the key names the account within its bucket: {@code tenant:level:scope:meter:period}. */
    static String qualifiedName(AccountKey key) {
        return key.tenantId() + ":" + accountName(key);
    }

    /** The account of a {@link #qualifiedName}. */
    static AccountKey parseQualified(String name) {
        var parts = name.split(":", 2);
        if (parts.length != 2) {
            throw new IllegalArgumentException("not the name of an account: " + name);
        }
        return parseAccount(parts[0], parts[1]);
    }

    /** The account of an {@link #accountName}. */
    static AccountKey parseAccount(String tenantId, String name) {
        var parts = name.split(":", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("not the name of an account: " + name);
        }
        return new AccountKey(tenantId, level(parts[0]), parts[1], parts[2], parts[3]);
    }

    static String receipt(String tenantId, String reservationId) {
        return prefix(tenantId) + "r:" + tenantId + ":" + Ids.require("reservation", reservationId);
    }

    static String rate(String tenantId, RateRule rule) {
        return prefix(tenantId) + "l:" + tenantId + ":" + letter(rule.level()) + ":" + rule.scope() + ":"
                + rule.windowMillis();
    }

    static String outbox(int bucket) {
        return "ql:{" + bucket + "}:outbox";
    }

    /** Is there as long as Redis keeps what it holds of the bucket. */
    static String mark(int bucket) {
        return "ql:{" + bucket + "}:mark";
    }

    /** Accounts of the bucket that refused to hold, by their {@link #qualifiedName}. */
    static String touched(int bucket) {
        return "ql:{" + bucket + "}:touched";
    }

    /** Lease of a relay on a group of outboxes. */
    static String relayLease(int group) {
        return "ql:relay:" + group;
    }

    private static String prefix(String tenantId) {
        return "ql:{" + bucket(Ids.require("tenant", tenantId)) + "}:";
    }

    private static String letter(Level level) {
        return switch (level) {
            case ORG -> "o";
            case APP -> "a";
            case KEY -> "k";
            case USER -> "u";
            case UNKNOWN -> throw new IllegalArgumentException("no level of an account: " + level);
        };
    }

    private static Level level(String letter) {
        return switch (letter) {
            case "o" -> Level.ORG;
            case "a" -> Level.APP;
            case "k" -> Level.KEY;
            case "u" -> Level.USER;
            default -> throw new IllegalArgumentException("no level: " + letter);
        };
    }
}
