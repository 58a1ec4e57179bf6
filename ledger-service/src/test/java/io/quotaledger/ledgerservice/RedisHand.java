package io.quotaledger.ledgerservice;

import io.lettuce.core.RedisClient;
import io.quotaledger.quotastore.AccountKey;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Edits Redis by hand, as no program of ours would. */
final class RedisHand {
    private static final int BUCKETS = 1024;

    private RedisHand() {}

    /** Lets an account of the org forget that its last update was applied, and what it brought. */
    static void loseAnUpdate(AccountKey account) {
        add(account, "u", -1);
    }

    /** Adds to a field of an account of the org. */
    static void add(AccountKey account, String field, long amount) {
        var client = RedisClient.create(SharedStack.get().redisUri());
        try (var connection = client.connect()) {
            var key = "ql:{%d}:a:%s:o:%s:%s:%s"
                    .formatted(
                            bucket(account.tenantId()),
                            account.tenantId(),
                            account.scope(),
                            account.meter(),
                            account.period());
            connection.sync().hincrby(key, field, amount);
        } finally {
            client.shutdown();
        }
    }

    private static long bucket(String tenantId) {
        var crc = new CRC32();
        crc.update(tenantId.getBytes(StandardCharsets.UTF_8));
        return crc.getValue() % BUCKETS;
    }
}
