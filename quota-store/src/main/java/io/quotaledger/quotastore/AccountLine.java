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
    /** Granted, reserved, consumed, epoch, gen, n, u, overage_left, uncapped. */
    private static final Pattern LINE = Pattern.compile("(-?\\d+),".repeat(7) + "(-?\\d*),([01])");

    private static final int OVERAGE_LEFT = 8;
    private static final int UNCAPPED = 9;

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
                number(line, 1),
                number(line, 2),
                number(line, 3),
                line.group(OVERAGE_LEFT).isEmpty() ? null : (Long) number(line, OVERAGE_LEFT),
                line.group(UNCAPPED).equals("1"));
        return new StoredAccount(balance, number(line, 4), number(line, 5), number(line, 6), number(line, 7));
    }

    private static long number(Matcher line, int part) {
        return Long.parseLong(line.group(part));
    }
}
