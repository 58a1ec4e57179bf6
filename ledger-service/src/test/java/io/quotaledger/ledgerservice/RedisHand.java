package io.quotaledger.ledgerservice;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.quotaledger.quotastore.AccountKey;
import java.util.Map;
import java.util.function.Function;

/** Edits Redis by hand, as no program of ours would. Accounts are those of an org. */
final class RedisHand {
    private RedisHand() {}

    /** Lets an account forget that its last update was applied, and what it brought. */
    static void loseAnUpdate(AccountKey account) {
        add(account, "u", -1);
    }

    /** Adds to a field. */
    static void add(AccountKey account, String field, long amount) {
        run(redis -> redis.hincrby(key(account), field, amount));
    }

    /** Everything that Redis has of an account. */
    static Map<String, String> read(AccountKey account) {
        return run(redis -> redis.hgetall(key(account)));
    }

    /** Puts back what it had once. */
    static void write(AccountKey account, Map<String, String> fields) {
        run(redis -> redis.hset(key(account), fields));
    }

    /** Empties Redis. */
    static void flush() {
        run(RedisCommands::flushall);
    }

    private static <T> T run(Function<RedisCommands<String, String>, T> command) {
        var client = RedisClient.create(SharedStack.get().redisUri());
        try (var connection = client.connect()) {
            return command.apply(connection.sync());
        } finally {
            client.shutdown();
        }
    }

    private static String key(AccountKey account) {
        return "ql:{%d}:a:%s:o:%s:%s:%s"
                .formatted(account.bucket(), account.tenantId(), account.scope(), account.meter(), account.period());
    }
}
