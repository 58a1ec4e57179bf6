package io.quotaledger.gatewayfilter.it;

import io.quotaledger.gatewayfilter.config.ConfigView;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A real Spring Cloud Gateway with this starter in front of a stub upstream, and a client for it. */
final class TestGateway implements AutoCloseable {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {}

    private final ConfigurableApplicationContext context;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestGateway(ConfigurableApplicationContext context) {
        this.context = context;
        Awaitility.await().until(() -> view().isReady());
    }

    /** Starts one with a {@code Prepay} filter on every path. */
    static TestGateway start(int upstreamPort, Map<String, String> more, Class<?>... configurations) {
        var stack = TestServers.get().stack();
        var properties = new LinkedHashMap<String, Object>();
        properties.put("server.port", "0");
        properties.put("quota.kafka.bootstrap-servers", stack.bootstrapServers());
        properties.put("quota.schema-registry.url", stack.registryUrl().toString());
        properties.put("quota.redis.uri", stack.redisUri());
        String route = "spring.cloud.gateway.server.webflux.routes[0].";
        properties.put(route + "id", "models");
        properties.put(route + "uri", "http://127.0.0.1:" + upstreamPort);
        properties.put(route + "predicates[0]", "Path=/**");
        properties.put(route + "filters[0]", "Prepay");
        properties.putAll(more);
        return new TestGateway(new SpringApplicationBuilder(App.class)
                .sources(configurations)
                .properties(properties)
                .run());
    }

    ConfigView view() {
        return context.getBean(ConfigView.class);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    HttpClient client() {
        return client;
    }

    HttpRequest.Builder request(String path, TestTenant tenant) {
        return HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + tenant.secret)
                .header("Content-Type", "application/json");
    }

    /** The bytes of a chat completion on the wire, for a client that handles its connection itself. */
    static String chatOnTheWire(String secret, String body) {
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nx-api-key: " + secret
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Posts a chat completion. */
    HttpResponse<byte[]> chat(TestTenant tenant, String body) {
        return post("/v1/chat/completions", tenant, body);
    }

    HttpResponse<byte[]> post(String path, TestTenant tenant, String body) {
        return send(request(path, tenant)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
