package io.quotaledger.benchmarks.gateway;

import java.net.http.HttpResponse;
import java.util.List;

/** What the filter of a gateway's only route is; all else is the same. */
enum GatewayKind {
    /** None. */
    PASSES("gateway passing through", 200),
    /** Spring Cloud Gateway's RequestRateLimiter, with its Redis script, one key, and a limit that refuses nothing. */
    LIMITS("RequestRateLimiter", 200),
    /** Ours. */
    PREPAYS("Prepay", 400);

    private static final String FILTER = "--spring.cloud.gateway.server.webflux.routes[0].filters[0]";
    private static final String NOT_PREPAID = "--quota.enabled=false";

    private final String title;
    private final int statusOfNoJson;

    GatewayKind(String title, int statusOfNoJson) {
        this.title = title;
        this.statusOfNoJson = statusOfNoJson;
    }

    /** As the report says it. */
    String title() {
        return title;
    }

    /** Whether an answer to a call with a known API key and a body that is no JSON, which costs nothing, shows that all is in its place. */
    boolean isReady(HttpResponse<?> answer) {
        return answer.statusCode() == statusOfNoJson && (this != LIMITS || hasAskedRedis(answer));
    }

    /** Where Redis does not answer, the limiter lets calls pass. */
    private static boolean hasAskedRedis(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("X-RateLimit-Remaining")
                .filter(left -> !left.startsWith("-"))
                .isPresent();
    }

    /** Arguments of the application. */
    List<String> arguments() {
        return switch (this) {
            case PASSES -> List.of(NOT_PREPAID);
            case LIMITS ->
                List.of(
                        NOT_PREPAID,
                        FILTER + ".name=RequestRateLimiter",
                        FILTER + ".args.key-resolver=#{@oneKey}",
                        FILTER + ".args.[redis-rate-limiter.replenishRate]=1000000",
                        FILTER + ".args.[redis-rate-limiter.burstCapacity]=1000000");
            case PREPAYS -> List.of(FILTER + "=Prepay");
        };
    }
}
