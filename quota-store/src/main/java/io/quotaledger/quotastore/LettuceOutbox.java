package io.quotaledger.quotastore;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The outboxes over one connection. */
final class LettuceOutbox implements Outbox {
    private static final long MILLIS_A_SECOND = 1000;

    private final ScriptRunner runner;

    LettuceOutbox(ScriptRunner runner) {
        this.runner = runner;
    }

    @Override
    public CompletionStage<Void> remove(int bucket, Collection<String> ids) {
        return runner.ask(redis -> redis.xdel(StoreKeys.outbox(bucket), ids.toArray(String[]::new)))
                .thenAccept(removed -> {});
    }

    /** The oldest entries that were appended until a time in epoch milliseconds. */
    CompletionStage<List<StreamMessage<String, byte[]>>> readUntil(int bucket, long untilMillis, int atMost) {
        var range = Range.create("-", Long.toString(untilMillis));
        return runner.ask(redis -> redis.xrange(StoreKeys.outbox(bucket), range, Limit.from(atMost)));
    }

    /** Redis time in epoch milliseconds: the clock that gives entries their ids. */
    CompletionStage<Long> time() {
        return runner.ask(redis -> redis.time())
                .thenApply(parts -> Long.parseLong(new String(parts.get(0), StandardCharsets.UTF_8)) * MILLIS_A_SECOND
                        + Long.parseLong(new String(parts.get(1), StandardCharsets.UTF_8)) / MILLIS_A_SECOND);
    }
}
