package io.quotaledger.quotastore;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The hash of an account, read outside the scripts. */
final class AccountFields {
    private static final String[] NAMES = {
        "granted", "reserved", "consumed", "overage_left", "uncapped", "epoch", "gen", "n", "u"
    };

    private AccountFields() {}

    /** Asks Redis for an account. */
    static CompletionStage<Optional<StoredAccount>> find(ScriptRunner runner, AccountKey key) {
        return runner.<List<KeyValue<String, byte[]>>>ask(redis -> redis.hmget(StoreKeys.account(key), NAMES))
                .thenApply(values -> read(key, values))
                .exceptionallyCompose(failure -> isOfAnotherType(failure)
                        ? CompletableFuture.completedStage(Optional.empty())
                        : CompletableFuture.failedStage(failure));
    }

    private static boolean isOfAnotherType(Throwable failure) {
        return RedisLink.cause(failure).getCause() instanceof RedisCommandExecutionException error
                && String.valueOf(error.getMessage()).startsWith("WRONGTYPE");
    }

    private static Optional<StoredAccount> read(AccountKey key, List<KeyValue<String, byte[]>> values) {
        var texts = new HashMap<String, String>();
        for (var value : values) {
            if (value.isEmpty()) {
                return Optional.empty();
            }
            texts.put(value.getKey(), new String(value.getValue(), StandardCharsets.UTF_8));
        }
        try {
            return Optional.of(account(key, new Fields(texts)));
        } catch (NumberFormatException e) { // The scripts do not take it for an account either.
            return Optional.empty();
        }
    }

    private static StoredAccount account(AccountKey key, Fields fields) {
        var balance = new StoredBalance(
                key,
                fields.number("granted"),
                fields.number("reserved"),
                fields.number("consumed"),
                fields.text("overage_left").isEmpty() ? null : (Long) fields.number("overage_left"),
                fields.text("uncapped").equals("1"));
        return new StoredAccount(
                balance, fields.number("epoch"), fields.number("gen"), fields.number("n"), fields.number("u"));
    }

    private record Fields(HashMap<String, String> texts) {
        String text(String name) {
            return texts.getOrDefault(name, "");
        }

        long number(String name) {
            return Long.parseLong(text(name));
        }
    }
}
