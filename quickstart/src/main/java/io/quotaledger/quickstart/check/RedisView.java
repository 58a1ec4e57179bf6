package io.quotaledger.quickstart.check;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All accounts that Redis holds, read with plain commands by the key layout of {@code docs/contracts.md}. */
public final class RedisView implements AutoCloseable {
    private static final String DROPPED = "dropped,";
    private static final Pattern ACCOUNT = Pattern.compile("ql:\\{\\d+}:a:([^:]+):([oaku]):([^:]+):([^:]+):(.+)");
    private static final Map<String, String> LEVELS = Map.of("o", "org", "a", "app", "k", "key", "u", "user");
    private static final ScanArgs ACCOUNTS =
            ScanArgs.Builder.matches("ql:{*}:a:*").limit(1_000);

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    /** Connects. */
    public RedisView(String uri) {
        client = RedisClient.create(uri);
        connection = client.connect();
    }

    /** Every account there is. */
    public Map<Account, Figures> balances() {
        var redis = connection.sync();
        var accounts = new TreeMap<Account, Figures>();
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            KeyScanCursor<String> page = redis.scan(cursor, ACCOUNTS);
            for (var key : page.getKeys()) {
                read(redis.get(key)).ifPresent(figures -> accounts.put(account(key), figures));
            }
            cursor = page;
        } while (!cursor.isFinished());
        return accounts;
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }

    private static Account account(String key) {
        var parts = ACCOUNT.matcher(key);
        if (!parts.matches()) {
            throw new IllegalStateException("not the key of an account: " + key);
        }
        var level = LEVELS.getOrDefault(parts.group(2), parts.group(2));
        return new Account(parts.group(1), level, parts.group(3), parts.group(4), parts.group(5));
    }

    /** Empty if the account has left meanwhile, or was dropped. */
    private static Optional<Figures> read(@Nullable String line) {
        if (line == null || line.startsWith(DROPPED)) {
            return Optional.empty();
        }
        var parts = line.split(",", -1);
        return Optional.of(new Figures(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }
}
