package io.quotaledger.benchmarks.gateway;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.localstack.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A gateway in a process of its own: the same JVM, the same settings and the same route, whatever its filter is. */
final class GatewayProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final String[] JVM = {
        "-Xms512m",
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:MaxDirectMemorySize=256m",
        "-Dio.netty.allocator.type=pooled",
        // As many event loops as cores of the machine that the figures are taken on.
        "-Dreactor.netty.ioWorkerCount=2"
    };

    private final GatewayKind kind;
    private final int port;
    private final ChildProcess process;

    private GatewayProcess(GatewayKind kind, int port, ChildProcess process) {
        this.kind = kind;
        this.port = port;
        this.process = process;
    }

    /** Starts one before an upstream on this machine; returns at once. */
    static GatewayProcess start(GatewayKind kind, LocalStack servers, int upstreamPort) {
        int port = Ports.free();
        String route = "--spring.cloud.gateway.server.webflux.routes[0].";
        var process = ChildCommand.java(ChildCommand.ownClassPath(), GatewayApplication.class.getName())
                .jvm(JVM)
                .args(
                        "--server.address=127.0.0.1",
                        "--server.port=" + port,
                        "--spring.main.banner-mode=off",
                        "--spring.data.redis.url=" + servers.redisUri(),
                        "--quota.redis.uri=" + servers.redisUri(),
                        // A gateway that is not compiled yet, on a busy machine: none of its calls may be refused.
                        "--quota.redis.command-timeout=10s",
                        "--quota.kafka.bootstrap-servers=" + servers.bootstrapServers(),
                        "--quota.schema-registry.url=" + servers.registryUrl(),
                        route + "id=models",
                        route + "uri=http://127.0.0.1:" + upstreamPort,
                        route + "predicates[0]=Path=/v1/**")
                .args(kind.arguments().toArray(String[]::new))
                .start("gateway: " + kind.title());
        return new GatewayProcess(kind, port, process);
    }

    /** Waits until it serves calls with this API key. */
    void awaitReady(String secret) {
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(ANSWER_LIMIT)
                .build();
        process.await("become ready", START_LIMIT, () -> isReady(client, secret));
    }

    private boolean isReady(HttpClient client, String secret) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + CallClass.CHAT.path()))
                .timeout(ANSWER_LIMIT)
                .header("Authorization", "Bearer " + secret)
                .POST(HttpRequest.BodyPublishers.ofString("no JSON"))
                .build();
        return kind.isReady(client.send(request, HttpResponse.BodyHandlers.discarding()));
    }

    /** Its port on the loopback address. */
    int port() {
        return port;
    }

    /** Its resident memory. */
    long residentBytes() {
        return process.residentBytes();
    }

    @Override
    public void close() {
        process.stop();
    }
}
