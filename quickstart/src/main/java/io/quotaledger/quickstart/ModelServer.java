package io.quotaledger.quickstart;

import io.quotaledger.quickstart.model.Deliveries;
import io.quotaledger.quickstart.model.ModelRoutes;
import io.quotaledger.quickstart.opening.Prices;
import java.net.URI;
import java.time.Duration;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * A small server with an OpenAI-compatible API. What a call gets is said by its header
 * {@value io.quotaledger.quickstart.model.Script#HEADER}; without one it gets a good answer whose usage follows from the body.
 */
public final class ModelServer implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final DisposableServer server;
    private final Deliveries deliveries;

    private ModelServer(DisposableServer server, Deliveries deliveries) {
        this.server = server;
        this.deliveries = deliveries;
    }

    /**
     * Starts on the given address.
     *
     * @param host address to listen on
     * @param port port; 0 takes a free one
     */
    public static ModelServer start(String host, int port) {
        var deliveries = new Deliveries();
        var routes = new ModelRoutes(deliveries, Prices.models());
        var server =
                HttpServer.create().host(host).port(port).route(routes::addTo).bindNow();
        return new ModelServer(server, deliveries);
    }

    /** Base address. */
    public URI url() {
        return URI.create("http://" + server.host() + ":" + server.port());
    }

    /** What it says it delivered. */
    public Deliveries deliveries() {
        return deliveries;
    }

    @Override
    public void close() {
        server.disposeNow(STOP_LIMIT);
    }

    /** Runs it alone, on all addresses, at the port in {@code MODEL_SERVER_PORT} (8090). */
    public static void main(String[] arguments) {
        var port = Integer.parseInt(System.getenv().getOrDefault("MODEL_SERVER_PORT", "8090"));
        start("0.0.0.0", port).server.onDispose().block();
    }
}
