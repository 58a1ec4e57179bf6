package io.quotaledger.quotastore;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisCommandExecutionException;
import io.quotaledger.quotastore.LedgerSync.StoredAccount;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of an account, as {@code account.lua} writes it. */
final class AccountLine {
    private static final Pattern LINE = Pattern.compile("(?<granted>-?\\d+),(?<reserved>-?\\d+),(?<consumed>-?\\d+),"
            + "(?<epoch>-?\\d+),(?<gen>-?\\d+),(?<n>-?\\d+),(?<u>-?\\d+),(?<overage>-?\\d*),(?<uncapped>[01])");

    private AccountLine() {}

    /** Asks Redis for an account. */
    static CompletionStage<Optional<StoredAccount>> find(ScriptRunner runner, AccountKey key) {
        return runner.ask(redis -> redis.get(StoreKeys.account(key)))
                .thenApply(text -> text == null ? Optional.<StoredAccount>empty() : read(key, new String(text, UTF_8)))
                .exceptionallyCompose(failure -> isOfAnotherType(failure)
                        ? CompletableFuture.completedStage(Optional.empty())
                        : CompletableFuture.failedStage(failure));
    }

    private static boolean isOfAnotherType(Throwable failure) {
        return RedisLink.cause(failure).getCause() instanceof RedisCommandExecutionException error
                && String.valueOf(error.getMessage()).startsWith("WRONGTYPE");
    }

    /** The account; empty if the text tells none. */
    static Optional<StoredAccount> read(AccountKey key, String text) {
        var line = LINE.matcher(text);
        try {
            return line.matches() ? Optional.of(account(key, line)) : Optional.empty();
        } catch (NumberFormatException e) { // The scripts do not take it for an account either.
            return Optional.empty();
        }
    }

    private static StoredAccount account(AccountKey key, Matcher line) {
        var balance = new StoredBalance(
                key,
                number(line, "granted"),
                number(line, "reserved"),
                number(line, "consumed"),
                line.group("overage").isEmpty() ? null : (Long) number(line, "overage"),
                line.group("uncapped").equals("1"));
        return new StoredAccount(
                balance, number(line, "epoch"), number(line, "gen"), number(line, "n"), number(line, "u"));
    }

    private static long number(Matcher line, String name) {
        return Long.parseLong(line.group(name));
    }
}
