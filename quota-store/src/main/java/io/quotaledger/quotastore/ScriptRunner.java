package io.quotaledger.quotastore;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts by their hash; if Redis has lost the script (restart, failover, flush), sends its text in the same call,
 * which loads it again.
 */
final class ScriptRunner {
    private final RedisLink link;
    private final Gate gate;

    ScriptRunner(RedisLink link, StoreSettings settings) {
        this.link = link;
        this.gate = new Gate(settings.requestQueueSize(), settings.commandTimeout());
    }

    /** The reply; fails with {@link StoreUnavailableException} only. */
    CompletionStage<ScriptReply> run(ScriptCall call) {
        return bound(() -> send(call));
    }

    /** Any answer of Redis; fails with {@link StoreUnavailableException} only. */
    <T> CompletionStage<T> ask(Function<RedisAsyncCommands<String, byte[]>, CompletionStage<T>> command) {
        return bound(() -> send(command));
    }

    /** Makes a call unless too many are made already or Redis hangs; then fails at once. */
    <T> CompletionStage<T> bound(Supplier<CompletionStage<T>> call) {
        return gate.tryEnter()
                ? call.get().whenComplete((answer, failure) -> gate.leave(isTimeOut(failure)))
                : unavailable("too much is asked of Redis, or it hangs", null);
    }

    /** As {@link #run}, for a script whose calls are {@link #bound} each by itself. */
    CompletionStage<ScriptReply> send(ScriptCall call) {
        var source = ScriptSource.of(call.script());
        var keys = call.keys().toArray(String[]::new);
        var args = call.args().toArray(byte[][]::new);
        return send(redis -> redis.<List<Object>>evalsha(source.sha1(), ScriptOutputType.MULTI, keys, args))
                .exceptionallyCompose(failure -> RedisLink.cause(failure).getCause() instanceof RedisNoScriptException
                        ? send(redis -> redis.eval(source.text(), ScriptOutputType.MULTI, keys, args))
                        : CompletableFuture.failedFuture(failure))
                .thenApply(reply -> new ScriptReply(call.script(), reply));
    }

    private <T> CompletionStage<T> send(Function<RedisAsyncCommands<String, byte[]>, CompletionStage<T>> command) {
        try {
            return command.apply(link.commands()).exceptionallyCompose(failure -> {
                var cause = RedisLink.cause(failure);
                return unavailable("Redis: " + cause.getMessage(), cause);
            });
        } catch (
                RuntimeException
                        e) { // The connection is being closed or was never there; the client says so in many ways.
            return unavailable("Redis: " + e.getMessage(), e);
        }
    }

    private static boolean isTimeOut(@Nullable Throwable failure) {
        return failure != null && RedisLink.cause(failure).getCause() instanceof RedisCommandTimeoutException;
    }

    private static <T> CompletionStage<T> unavailable(String message, @Nullable Throwable cause) {
        return CompletableFuture.failedFuture(new StoreUnavailableException(message, cause));
    }
}
