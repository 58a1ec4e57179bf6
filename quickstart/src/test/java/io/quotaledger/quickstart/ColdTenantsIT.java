package io.quotaledger.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.model.Ending;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.model.Tokens;
import io.quotaledger.quickstart.opening.Funding;
import io.quotaledger.quickstart.opening.LedgerApi;
import io.quotaledger.quickstart.opening.Offer;
import io.quotaledger.quickstart.opening.Opening;
import io.quotaledger.quickstart.opening.Tenant;
import io.quotaledger.quickstart.running.RunningSystem;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many tenants that Redis has never held make their first call at the same moment. */
class ColdTenantsIT {
    private static final int TENANTS = 500;
    private static final Tokens TOKENS = new Tokens(10, 0, 5);
    private static final int MOST_REFUSED = 20 * TENANTS;
    private static final Executor LATER = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger refused = new AtomicInteger();

    @Test
    void shouldServeAllWithoutARefusalThatLasts() {
        try (var system = RunningSystem.start(null, null)) {
            var opening = new Opening(new LedgerApi(
                    system.endpoints().service(), system.endpoints().operatorToken()));
            opening.publishCatalogue();
            var apps = List.of(new Tenant.App("chat", List.of("k1")));
            opening.openAll(
                    IntStream.range(0, TENANTS)
                            .mapToObj(
                                    i -> new Tenant("cold-" + i, "Cold", "UTC", Offer.TOKEN_PACK, Funding.AMPLE, apps))
                            .toList(),
                    Map.of());
            var secrets = List.copyOf(opening.secrets().values());
            assertThat(secrets).hasSize(TENANTS);
            secrets.forEach(system::awaitKey);

            long start = System.nanoTime();
            var calls = new ArrayList<CompletableFuture<Integer>>();
            for (var secret : secrets) {
                calls.add(call(system.endpoints().gateway(), secret));
            }

            assertThat(calls)
                    .allSatisfy(
                            call -> assertThat(call).succeedsWithin(PATIENCE).isEqualTo(200));
            System.out.printf(
                    "cold tenants: %d served within %d ms, %d answers of 503 on the way%n",
                    TENANTS, Duration.ofNanos(System.nanoTime() - start).toMillis(), refused.get());
        }
    }

    /** Calls, and again after a refusal that asks for it. */
    private CompletableFuture<Integer> call(URI gateway, String secret) {
        var script = new Script("cold-" + secret, TOKENS, Ending.COMPLETE, 200, Duration.ZERO);
        var request = HttpRequest.newBuilder(gateway.resolve("/v1/chat/completions"))
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", "application/json")
                .header(Script.HEADER, script.toHeader())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"tide-mini\",\"max_tokens\":100,\"messages\":[]}"))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenCompose(answer -> answer.statusCode() == 503 && refused.incrementAndGet() < MOST_REFUSED
                        ? CompletableFuture.runAsync(() -> {}, LATER).thenCompose(unused -> call(gateway, secret))
                        : CompletableFuture.completedFuture(answer.statusCode()));
    }
}
