package io.quotaledger.benchmarks.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quotaledger.gatewayfilter.request.Estimate;
import io.quotaledger.gatewayfilter.request.RequestParser;
import io.quotaledger.quotastore.AccountKey;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.Level;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the gateway does with a request before it asks Redis. */
@State(Scope.Thread)
public class RequestBenchmark {
    private final byte[] body =
            ("{\"model\":\"gpt-4.1\",\"max_tokens\":500,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\""
                            + "a prompt of some length ".repeat(100) + "\"}]}")
                    .getBytes(UTF_8);
    private final EstimateSettings settings = new EstimateSettings(1024L, null, 4);

    /** Parses a body of about 2.5 kB and estimates its tokens. */
    @Benchmark
    public Object estimate() {
        return new Estimate(settings, RequestParser.parse(body), true).mostUsage();
    }

    /** Builds and checks the name of an account, and finds its bucket. */
    @Benchmark
    public int key() {
        return new AccountKey("acme", Level.KEY, "chat/k1", "tokens", "2026-11-30").bucket();
    }
}
