package io.quotaledger.quotastore;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The accounts that the admit script noted because they refused. */
final class TouchedAccounts {
    private TouchedAccounts() {}

    /**
     * Takes some of a bucket's.
     *
     * @throws IllegalArgumentException if there is no such bucket, or nothing to take
     */
    static CompletionStage<List<AccountKey>> take(ScriptRunner runner, int bucket, int most) {
        if (bucket < 0 || bucket >= StoreKeys.BUCKETS || most < 1) {
            throw new IllegalArgumentException("no bucket " + bucket + " or nothing to take: " + most);
        }
        return runner.ask(redis -> redis.spop(StoreKeys.touched(bucket), most))
                .thenApply(
                        names -> names.stream().flatMap(TouchedAccounts::read).toList());
    }

    /** The account of a name; nothing of what somebody else put into the set. */
    private static Stream<AccountKey> read(byte[] name) {
        try {
            return Stream.of(StoreKeys.parseQualified(new String(name, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }
}
