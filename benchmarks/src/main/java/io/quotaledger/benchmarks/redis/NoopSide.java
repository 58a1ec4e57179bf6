package io.quotaledger.benchmarks.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScriptOutputType;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;

/** The least that any decision by a script costs: EVALSHA of a script that does nothing, with one key. */
final class NoopSide implements Side {
    private static final String SCRIPT = "return 1";

    private final PlainRedis redis;
    private final String sha;

    NoopSide(PlainRedis redis) {
        this.redis = redis;
        this.sha = redis.connection().sync().scriptLoad(SCRIPT.getBytes(UTF_8));
    }

    @Override
    public String name() {
        return "EVALSHA no-op";
    }

    @Override
    public void reset() {
        redis.flush();
    }

    @Override
    public Operation operation() {
        var keys = new String[] {"noop"};
        return number -> redis.commands().<Long>evalsha(sha, ScriptOutputType.INTEGER, keys);
    }
}
