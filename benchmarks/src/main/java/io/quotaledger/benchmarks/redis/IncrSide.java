package io.quotaledger.benchmarks.redis;

import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;

/** The least that any write costs: INCR of one key after the other. */
final class IncrSide implements Side {
    private final PlainRedis redis;
    private final int keys;

    /** With so many keys in turns. */
    IncrSide(PlainRedis redis, int keys) {
        this.redis = redis;
        this.keys = keys;
    }

    @Override
    public String name() {
        return "INCR";
    }

    @Override
    public void reset() {
        redis.flush();
    }

    @Override
    public Operation operation() {
        return number -> redis.commands().incr("count:" + number % keys);
    }
}
