package io.quotaledger.ledgerservice;

import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.quotaledger.quotastore.AccountKey;
import java.util.List;
import java.util.function.Function;

/** Edits Redis by hand, as no program of ours would. Accounts are those of an org. */
final class RedisHand {
    /** The parts of an account's text, in order. */
    private static final List<String> PARTS = List.of("granted", "reserved", "consumed", "epoch", "gen", "n", "u");

    private RedisHand() {}

    /** Lets an account forget that its last update was applied, and what it brought. */
    static void loseAnUpdate(AccountKey account) {
        add(account, "u", -1);
    }

    /** Adds to a part. */
    static void add(AccountKey account, String part, long amount) {
        var parts = read(account).split(",", -1);
        int at = PARTS.indexOf(part);
        parts[at] = Long.toString(Long.parseLong(parts[at]) + amount);
        write(account, String.join(",", parts));
    }

    /** Everything that Redis has of an account. */
    static String read(AccountKey account) {
        return run(redis -> redis.get(key(account)));
    }

    /** Puts back what it had once. */
    static void write(AccountKey account, String line) {
        run(redis -> redis.set(key(account), line, SetArgs.Builder.keepttl()));
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
