package io.quotaledger.benchmarks.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScriptOutputType;
import io.quotaledger.benchmarks.compare.Side;
import io.quotaledger.benchmarks.load.Operation;
import io.quotaledger.quotastore.AccountKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The script of Spring Cloud Gateway's RequestRateLimiter, from its jar, once a level, one after the other. */
final class GatewayLimiterSide implements Side {
    private static final String SCRIPT = "/META-INF/scripts/request_rate_limiter.lua";
    /** Rate and burst that refuse nothing, the time of Redis, tokens of a call. */
    private static final byte[][] ARGUMENTS = {bytes("1000000"), bytes("100000000"), bytes(""), bytes("1")};

    private final PlainRedis redis;
    private final Workload workload;
    private final String sha;

    GatewayLimiterSide(PlainRedis redis, Workload workload) {
        this.redis = redis;
        this.workload = workload;
        this.sha = redis.connection().sync().scriptLoad(script());
    }

    @Override
    public String name() {
        return "Spring Cloud Gateway's limiter";
    }

    @Override
    public void reset() {
        redis.flush();
    }

    @Override
    public Operation operation() {
        return number -> workload.inSequence(number, this::take);
    }

    private CompletionStage<Void> take(AccountKey level) {
        var id = "request_rate_limiter.{" + level.tenantId() + "/" + level.level() + "/" + level.scope() + "}.";
        String[] keys = {id + "tokens", id + "timestamp"};
        return redis.commands()
                .<List<Object>>evalsha(sha, ScriptOutputType.MULTI, keys, ARGUMENTS)
                .thenAccept(answer -> {
                    if (!Objects.equals(answer.get(0), 1L)) {
                        throw new IllegalStateException("not allowed: " + answer);
                    }
                });
    }

    private static byte[] script() {
        try (var in = Objects.requireNonNull(GatewayLimiterSide.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
