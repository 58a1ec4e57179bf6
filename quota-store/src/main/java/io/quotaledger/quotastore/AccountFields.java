package io.quotaledger.quotastore;

import io.lettuce.core.KeyValue;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
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
                .thenApply(values -> read(key, values));
    }

    private static Optional<StoredAccount> read(AccountKey key, List<KeyValue<String, byte[]>> values) {
        var texts = new HashMap<String, String>();
        for (var value : values) {
            if (value.isEmpty()) {
                return Optional.empty();
            }
            texts.put(value.getKey(), new String(value.getValue(), StandardCharsets.UTF_8));
        }
        var fields = new Fields(texts);
        var balance = new StoredBalance(
                key,
                fields.number("granted"),
                fields.number("reserved"),
                fields.number("consumed"),
                fields.text("overage_left").isEmpty() ? null : (Long) fields.number("overage_left"),
                fields.text("uncapped").equals("1"));
        return Optional.of(new StoredAccount(
                balance, fields.number("epoch"), fields.number("gen"), fields.number("n"), fields.number("u")));
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
