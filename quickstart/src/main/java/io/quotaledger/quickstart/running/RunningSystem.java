package io.quotaledger.quickstart.running;

import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.localstack.KafkaNode;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.localstack.Ports;
import io.quotaledger.quickstart.GatewayApplication;
import io.quotaledger.quickstart.ModelServer;
import io.quotaledger.schemas.Topic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Kafka, Redis, the registry, the ledger service and the gateway as child processes, and the model server in this JVM. Closing ends
 * them all; none outlives this JVM.
 */
public final class RunningSystem implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int PARTITIONS = 2;
    private static final String HOST = "127.0.0.1";
    /** Compiled fast rather than well: for minutes of work on two cores, what the optimizing compiler takes is not won back. */
    private static final String[] SMALL_JVM = {
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:MaxDirectMemorySize=128m",
        "-Dio.netty.allocator.type=pooled",
        // Requests cost the broker most: they wait for more to send than where it has cores of its own.
        "-Dquota.kafka.properties.linger.ms=20"
    };
    /** Likewise for commits of the ledger. */
    private static final String COMMIT_INTERVAL = "-Dquota.streams.properties.commit.interval.ms=150";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final SystemSettings settings;
    private final Path logs;
    private final ServiceState state;
    private final LocalStack stack;
    private final @Nullable ModelServer modelServer;
    private final Endpoints endpoints;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile ChildProcess service;
    private volatile ChildProcess gateway;

    private RunningSystem(SystemSettings settings) {
        this.settings = settings;
        var data = settings.data();
        var upstream = settings.upstream();
        this.logs = (data == null ? Layout.target() : data).resolve("logs");
        this.state = ServiceState.in(data);
        this.stack = startStack(settings);
        this.modelServer = upstream == null ? ModelServer.start(HOST, 0) : null;
        this.endpoints = new Endpoints(
                URI.create("http://" + HOST + ":" + Ports.free()),
                URI.create("http://" + HOST + ":" + Ports.free()),
                modelServer == null ? Objects.requireNonNull(upstream) : modelServer.url(),
                stack.bootstrapServers(),
                stack.registryUrl(),
                settings.redis() == null ? stack.redisUri() : settings.redis(),
                UUID.randomUUID().toString());
        this.service = serviceCommand().start("ledger-service");
        this.gateway = gatewayCommand().start("gateway");
    }

    /**
     * Starts everything and returns when it answers.
     *
     * @param data where data and logs stay; null: data is thrown away at the end
     * @param upstream where the gateway sends calls; null: to the model server
     */
    public static RunningSystem start(@Nullable Path data, @Nullable URI upstream) {
        return start(new SystemSettings(data, upstream, null, List.of()));
    }

    /** Starts everything and returns when it answers. */
    public static RunningSystem start(SystemSettings settings) {
        var system = new RunningSystem(settings);
        try {
            system.awaitReady();
            return system;
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    /** Where the parts are. */
    public Endpoints endpoints() {
        return endpoints;
    }

    /** The model server; null if another upstream was given. */
    public @Nullable ModelServer modelServer() {
        return modelServer;
    }

    /** The broker. */
    public KafkaNode kafka() {
        return stack.kafka();
    }

    /** The ledger service's process. */
    public ChildProcess service() {
        return service;
    }

    /** Starts the ledger service again on its address and stores, after it was killed. */
    public void restartService() {
        service.stop();
        service = serviceCommand().start("ledger-service");
        awaitService();
    }

    /** The gateway's process. */
    public ChildProcess gateway() {
        return gateway;
    }

    /** Waits until the gateway knows an API key. */
    public void awaitKey(String secret) {
        gateway.await(
                "learned the new keys", START_LIMIT, () -> status(endpoints.gateway() + "/v1/models", secret) != 401);
    }

    /** Starts the gateway again on its address, after it was killed. */
    public void restartGateway() {
        gateway.stop();
        gateway = gatewayCommand().start("gateway");
        awaitGateway();
    }

    /** What each process takes, this JVM included. */
    public Map<String, ProcessUse> use() {
        var use = new LinkedHashMap<String, ProcessUse>();
        use.put("kafka", ProcessUse.of(stack.kafka().pid(), stack.kafka().residentBytes()));
        use.put(
                "registry",
                ProcessUse.of(stack.registry().pid(), stack.registry().residentBytes()));
        if (settings.redis() == null) {
            use.put("redis", ProcessUse.of(stack.redis().pid(), stack.redis().residentBytes()));
        }
        use.put("ledger-service", ProcessUse.of(service.pid(), service.residentBytes()));
        use.put("gateway", ProcessUse.of(gateway.pid(), gateway.residentBytes()));
        use.put("runner and model server", ProcessUse.of(ProcessHandle.current().pid(), OwnMemory.residentBytes()));
        return use;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        gateway.stop();
        service.stop();
        if (modelServer != null) {
            modelServer.close();
        }
        stack.close();
        state.close();
    }

    private static LocalStack startStack(SystemSettings settings) {
        var builder = LocalStack.builder().withKafka().withRegistry().topics(Topic.newTopics(PARTITIONS, (short) 1));
        if (settings.redis() == null) {
            builder.withRedis();
        }
        if (settings.data() != null) {
            builder.dataDirectory(settings.data());
        }
        return builder.start();
    }

    private ChildCommand serviceCommand() {
        return ChildCommand.jar(Layout.serviceJar())
                .jvm(SMALL_JVM)
                .jvm("-Xmx384m", COMMIT_INTERVAL)
                .jvm(settings.serviceOptions().toArray(String[]::new))
                .env("MICRONAUT_SERVER_HOST", HOST)
                .env(
                        "MICRONAUT_SERVER_PORT",
                        Integer.toString(endpoints.service().getPort()))
                .env("QUOTA_KAFKA_BOOTSTRAP_SERVERS", endpoints.kafka())
                .env("QUOTA_SCHEMA_REGISTRY_URL", endpoints.registry().toString())
                .env("QUOTA_REDIS_URI", endpoints.redis())
                .env("QUOTA_TOPICS_PARTITIONS", Integer.toString(PARTITIONS))
                .env("QUOTA_STREAMS_STATE_DIR", state.directory().toString())
                .env("QUOTA_AUTH_OPERATOR_TOKEN", endpoints.operatorToken())
                .log(logs.resolve("ledger-service.log"));
    }

    private ChildCommand gatewayCommand() {
        return ChildCommand.java(ChildCommand.ownClassPath(), GatewayApplication.class.getName())
                .jvm(SMALL_JVM)
                // As many event loops as cores: a call that stays on its loop wakes no other.
                .jvm("-Xmx320m", "-Dreactor.netty.ioWorkerCount=2")
                .env("GATEWAY_HOST", HOST)
                .env("GATEWAY_PORT", Integer.toString(endpoints.gateway().getPort()))
                .env("UPSTREAM_URL", endpoints.upstream().toString())
                .env("KAFKA_BOOTSTRAP_SERVERS", endpoints.kafka())
                .env("SCHEMA_REGISTRY_URL", endpoints.registry().toString())
                .env("REDIS_URI", endpoints.redis())
                .log(logs.resolve("gateway.log"));
    }

    private void awaitReady() {
        awaitService();
        awaitGateway();
    }

    private void awaitService() {
        service.await(
                "become ready", START_LIMIT, () -> status(endpoints.service() + "/health/readiness", "none") == 200);
    }

    /** A call without a key is refused as soon as the gateway is there. */
    private void awaitGateway() {
        gateway.await("become ready", START_LIMIT, () -> status(endpoints.gateway() + "/v1/models", "none") == 401);
    }

    private int status(String url, String key) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .timeout(Duration.ofSeconds(2))
                                .header("Authorization", "Bearer " + key)
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
