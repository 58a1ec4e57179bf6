package io.quotaledger.benchmarks.gateway;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Kafka, Redis, the registry and gateways as child processes; in this process their upstream and their clients, on one thread. */
final class GatewayStack implements AutoCloseable {
    private static final int PARTITIONS = 2;
    private static final long STOP_SECONDS = 5;

    private final LocalStack servers;
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Upstream upstream = new Upstream(loops);
    private final Map<GatewayKind, GatewayProcess> gateways = new EnumMap<>(GatewayKind.class);
    private final Books books;

    private GatewayStack(LocalStack servers) {
        this.servers = servers;
        this.books = new Books(servers);
    }

    /** Starts all servers, makes the tenants known and seeds them, starts a gateway of each kind, and returns when all serve. */
    static GatewayStack start(List<Tenant> tenants, GatewayKind... kinds) {
        var servers = LocalStack.builder()
                .withAll()
                .topics(Topic.newTopics(PARTITIONS, (short) 1))
                .start();
        var stack = new GatewayStack(servers);
        try {
            stack.books.open(tenants);
            for (var kind : kinds) {
                stack.gateways.put(kind, GatewayProcess.start(kind, servers, stack.upstream.port()));
            }
            stack.awaitServed(tenants);
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** Waits until the gateways serve tenants that were {@link Books#open opened}. */
    void awaitServed(List<Tenant> tenants) {
        var lastSecret = tenants.get(tenants.size() - 1).secret();
        gateways.values().forEach(gateway -> gateway.awaitReady(lastSecret));
    }

    /** What the gateways' events are held against. */
    Books books() {
        return books;
    }

    /** So many clients of a gateway; they end with the stack. */
    Clients clients(GatewayKind kind, int count) {
        return new Clients(loops.next(), gateway(kind).port(), count);
    }

    /** Resident memory of a gateway, in bytes. */
    long residentBytes(GatewayKind kind) {
        return gateway(kind).residentBytes();
    }

    private GatewayProcess gateway(GatewayKind kind) {
        return Objects.requireNonNull(gateways.get(kind), "not started");
    }

    @Override
    public void close() {
        gateways.values().forEach(GatewayProcess::close);
        books.close();
        upstream.close();
        loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
        servers.close();
    }
}
