package io.quotaledger.quotastore;

import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Which relay looks into a group of outboxes: the owner of a key in Redis that runs out unless it is renewed. For a moment
 * there may be two, when an owner was slow; then an event reaches Kafka twice with the same id, which changes nothing.
 */
final class RelayLease {
    private final ScriptRunner runner;
    private final Duration life;
    private final byte[] owner = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);

    /** Leases that run out so long after they were last taken. */
    RelayLease(ScriptRunner runner, Duration life) {
        this.runner = runner;
        this.life = life;
    }

    /** Takes or renews the lease; whether it is ours now. */
    CompletionStage<Boolean> take(int group) {
        var key = StoreKeys.relayLease(group);
        var ifFree = SetArgs.Builder.nx().px(life.toMillis());
        return runner.ask(redis -> redis.setGet(key, owner, ifFree)).thenCompose(holder -> {
            if (holder == null) {
                return CompletableFuture.completedFuture(true);
            }
            return isOurs(holder)
                    ? runner.ask(redis -> redis.pexpire(key, life))
                    : CompletableFuture.completedFuture(false);
        });
    }

    /** Gives the lease up if it is ours, so that another relay need not wait until it runs out. */
    CompletionStage<Void> release(int group) {
        var key = StoreKeys.relayLease(group);
        return runner.ask(redis -> redis.get(key))
                .thenCompose(holder -> isOurs(holder)
                        ? runner.ask(redis -> redis.del(key)).thenAccept(deleted -> {})
                        : CompletableFuture.completedFuture(null));
    }

    private boolean isOurs(byte @Nullable [] holder) {
        return Arrays.equals(holder, owner);
    }
}
