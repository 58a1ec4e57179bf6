package io.quotaledger.quotastore;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Runs scripts by their hash; if Redis has lost the script (restart, failover, flush), sends its text in the same call, which
 * loads it again.
 */
final class ScriptRunner {
    private final RedisLink link;

    ScriptRunner(RedisLink link) {
        this.link = link;
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
        try {
            return command.apply(link.commands()).exceptionallyCompose(failure -> {
                var cause = RedisLink.cause(failure);
                return CompletableFuture.failedFuture(
                        new StoreUnavailableException("Redis: " + cause.getMessage(), cause));
            });
        } catch (RedisException e) { // The queue is full, or the connection is being closed.
            return CompletableFuture.failedFuture(new StoreUnavailableException("Redis: " + e.getMessage(), e));
        } catch (StoreUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
