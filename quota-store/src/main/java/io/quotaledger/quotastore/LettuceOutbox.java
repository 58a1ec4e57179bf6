package io.quotaledger.quotastore;

import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** The outboxes over the store's connection. */
final class LettuceOutbox implements Outbox {
    private final ScriptRunner runner;

    LettuceOutbox(ScriptRunner runner) {
        this.runner = runner;
    }

    @Override
    public CompletionStage<Void> remove(int bucket, Collection<String> ids) {
        return runner.ask(redis -> redis.xdel(StoreKeys.outbox(bucket), ids.toArray(String[]::new)))
                .thenAccept(removed -> {});
    }
}
