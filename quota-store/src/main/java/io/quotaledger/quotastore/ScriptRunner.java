package io.quotaledger.quotastore;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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
        var source = ScriptSource.of(call.script());
        var keys = call.keys().toArray(String[]::new);
        var args = call.args().toArray(byte[][]::new);
        return ask(redis -> redis.<List<Object>>evalsha(source.sha1(), ScriptOutputType.MULTI, keys, args))
                .exceptionallyCompose(failure -> RedisLink.cause(failure).getCause() instanceof RedisNoScriptException
                        ? ask(redis -> redis.eval(source.text(), ScriptOutputType.MULTI, keys, args))
                        : CompletableFuture.failedFuture(failure))
                .thenApply(reply -> ScriptReply.of(call.script(), reply));
    }

    /** Any answer of Redis; fails with {@link StoreUnavailableException} only. */
    <T> CompletionStage<T> ask(Function<RedisAsyncCommands<String, byte[]>, CompletionStage<T>> command) {
        if (!gate.tryEnter()) {
            return unavailable("too much is asked of Redis, or it hangs", null);
        }
        try {
            return command.apply(link.commands())
                    .whenComplete((answer, failure) -> gate.leave(
                            failure != null && RedisLink.cause(failure) instanceof RedisCommandTimeoutException))
                    .exceptionallyCompose(failure -> {
                        var cause = RedisLink.cause(failure);
                        return unavailable("Redis: " + cause.getMessage(), cause);
                    });
        } catch (RedisException | StoreUnavailableException e) { // The connection is being closed, or was never there.
            gate.leave(false);
            return unavailable("Redis: " + e.getMessage(), e);
        }
    }

    private static <T> CompletionStage<T> unavailable(String message, @Nullable Throwable cause) {
        return CompletableFuture.failedFuture(new StoreUnavailableException(message, cause));
    }
}
