package io.quotaledger.gatewayfilter.it;

import static io.quotaledger.gatewayfilter.it.StubUpstream.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.util.ResourceLeakDetector;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Streamed answers: pass-through, charge, and what becomes of them when somebody leaves early. */
class StreamIT {
    private static final String USAGE_50 =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":50,\"total_tokens\":81}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";
    private static final String REQUEST = "{\"model\":\"t1-large\",\"stream\":true,\"max_tokens\":64,"
            + "\"stream_options\":{\"include_usage\":true}}";
    private static final StubUpstream UPSTREAM = new StubUpstream();
    private static TestGateway gateway;
    private static TestGateway impatient;
    private static TestGateway hurried;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(UPSTREAM.port(), Map.of());
        hurried = TestGateway.start(UPSTREAM.port(), Map.of("quota.drain.time", "500ms"));
        impatient = TestGateway.start(UPSTREAM.port(), Map.of("quota.drain.time", "0"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
        impatient.close();
        hurried.close();
        UPSTREAM.close();
    }

    @Test
    void shouldPassBytesUnchangedAndChargeUsageOfTheLastChunk() {
        var tenant = new TestTenant().open(gateway.view());
        String stream = chunk("Tea 日本 🍵") + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":31,"
                + "\"completion_tokens\":9,\"total_tokens\":40}}\r\n\r\n" + DONE;
        var pieces = new ArrayList<byte[]>();
        for (byte b : bytes(stream)) {
            pieces.add(new byte[] {b});
        }
        UPSTREAM.stream(Duration.ZERO, pieces);

        var response = gateway.chat(tenant, REQUEST);

        assertThat(response.body()).isEqualTo(bytes(stream));
        assertThat(UPSTREAM.received().get(0).body().array()).isEqualTo(bytes(REQUEST));
        var settled = settled(tenant);
        assertThat(settled.getProvenance()).isEqualTo(Provenance.REPORTED);
        assertThat(settled.getLegs()).extracting("consumed").containsOnly(1340L);
    }

    @Test
    void shouldPassTheFirstEventOnBeforeTheThirdIsSent() throws Exception {
        var tenant = new TestTenant().open(gateway.view());
        var pieces = new ArrayList<byte[]>();
        for (int i = 0; i < 10; i++) {
            pieces.add(bytes(chunk("word " + i)));
        }
        UPSTREAM.stream(Duration.ofMillis(200), pieces);
        gateway.chat(tenant, REQUEST); // Warm.

        long begin = System.nanoTime();
        var response = gateway.client()
                .send(
                        gateway.request("/v1/chat/completions", tenant)
                                .POST(HttpRequest.BodyPublishers.ofString(REQUEST))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        response.body().read();
        long firstMillis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
        response.body().readAllBytes();
        long allMillis = Duration.ofNanos(System.nanoTime() - begin).toMillis();

        assertThat(firstMillis).isLessThan(500);
        assertThat(allMillis).isGreaterThan(1700);
    }

    @Test
    void shouldReadOnToTheUsageWhenTheClientLeavesMidStream() throws Exception {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.stream(Duration.ofMillis(30), slow(50));

        leaveAfterChunks(gateway, tenant, 3);

        var settled = settled(tenant);
        assertThat(settled.getProvenance()).isEqualTo(Provenance.DRAINED);
        assertThat(settled.getUsage()).isEqualTo(new Usage(31L, 0L, 0L, 50L));
        assertClosedAt(tenant, 4620);
        assertThat(tenant.events()).hasSize(2);
        assertThat(UPSTREAM.closedEarly()).isZero();
    }

    @Test
    void shouldLeaveTheUpstreamAndEstimateWhenDrainingIsOff() throws Exception {
        var tenant = new TestTenant().open(impatient.view());
        UPSTREAM.stream(Duration.ofMillis(100), slow(50));

        leaveAfterChunks(impatient, tenant, 3);

        var settled = settled(tenant);
        assertThat(settled.getProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(settled.getUsage().getOutput()).isGreaterThanOrEqualTo(4);
        Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> UPSTREAM.closedEarly() == 1);
        assertThat(tenant.events()).hasSize(2);
    }

    @Test
    void shouldChargeTheAnswerWhenTheClientLeavesBeforeItBegins() throws Exception {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.answer((request, response) -> response.header("Content-Type", "application/json")
                .sendString(Mono.just("{\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":50}}")
                        .delayElement(Duration.ofMillis(700))));

        try (var socket = open(gateway, tenant)) {
            assertThat(socket.isConnected()).isTrue();
            Awaitility.await().until(() -> UPSTREAM.received().size() == 1);
        }

        assertThat(settled(tenant).getProvenance()).isEqualTo(Provenance.DRAINED);
        assertClosedAt(tenant, 4620);
    }

    @Test
    void shouldStopReadingWhenTheUpstreamDoesNotEndInTime() throws Exception {
        var tenant = new TestTenant().open(hurried.view());
        UPSTREAM.stream(Duration.ofMillis(100), slow(100));

        leaveAfterChunks(hurried, tenant, 2);

        var settled = settled(tenant);
        assertThat(settled.getProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(settled.getUsage().getOutput()).isBetween(4L, 40L);
        Awaitility.await().until(() -> UPSTREAM.closedEarly() == 1);
    }

    @Test
    void shouldLeakNoBuffersWhenClientsLeaveOrAreRefused() throws Exception {
        var before = ResourceLeakDetector.getLevel();
        var leaks = new ListAppender<ILoggingEvent>();
        var logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        leaks.start();
        logger.addAppender(leaks);
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        try {
            var tenant = new TestTenant().open(gateway.view());
            var poor = new TestTenant().limit(Level.KEY, 1).open(gateway.view());
            UPSTREAM.stream(Duration.ofMillis(5), slow(20));
            for (int i = 0; i < 20; i++) {
                leaveAfterChunks(gateway, tenant, 2);
                gateway.chat(poor, REQUEST);
                gateway.chat(tenant, "nonsense");
            }
            assertClosedAt(tenant, 20 * 4620L);
            for (int i = 0; i < 20; i++) {
                System.gc();
                gateway.chat(tenant, REQUEST); // Leaks are found when buffers are allocated.
            }
        } finally {
            ResourceLeakDetector.setLevel(before);
            logger.detachAppender(leaks);
        }
        assertThat(leaks.list).isEmpty();
    }

    @Test
    void shouldCloseEachCallOnceWhenManyClientsLeaveAtOnce() throws Exception {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.stream(Duration.ofMillis(50), slow(20));

        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < 30; i++) {
            sockets.add(open(gateway, tenant));
        }
        for (var socket : sockets) {
            readChunks(socket.getInputStream(), 2);
        }
        for (var socket : sockets) {
            socket.close();
        }

        assertClosedAt(tenant, 30 * 4620L);
        Awaitility.await().until(() -> tenant.events().size() == 60);
    }

    @Test
    void shouldEstimateWhenTheStreamEndsWithContentButNoUsage() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.stream(Duration.ZERO, List.of(bytes(chunk("one")), bytes(chunk(" two")), bytes(chunk(" three"))));

        gateway.chat(tenant, REQUEST);

        var settled = settled(tenant);
        assertThat(settled.getProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(settled.getUsage().getOutput()).isEqualTo(4);
        assertThat(tenant.balance(Level.KEY).reserved()).isZero();
    }

    @Test
    void shouldEstimateWithoutTheErrorTextWhenTheStreamFailsAfterContent() {
        var tenant = new TestTenant().open(gateway.view());
        String error = "data: {\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}\n\n";
        UPSTREAM.stream(Duration.ZERO, List.of(bytes(chunk("one")), bytes(chunk(" two")), bytes(error)));

        var response = gateway.chat(tenant, REQUEST);

        assertThat(response.body()).isEqualTo(bytes(chunk("one") + chunk(" two") + error));
        assertThat(settled(tenant).getUsage().getOutput()).isEqualTo(2);
    }

    @Test
    void shouldRefundWhenTheStreamFailsBeforeAnyContent() {
        var tenant = new TestTenant().open(gateway.view());
        UPSTREAM.stream(Duration.ZERO, List.of(bytes("data: {\"error\":{\"message\":\"overloaded\"}}\n\n")));

        gateway.chat(tenant, REQUEST);

        var refunded = tenant.eventsOfClosedCall().get(1).getRefunded();
        assertThat(refunded.getReason()).isEqualTo("upstream_error");
        assertClosedAt(tenant, 0);
    }

    private static Settled settled(TestTenant tenant) {
        return tenant.eventsOfClosedCall().stream()
                .filter(event -> event.getSettled() != null)
                .findFirst()
                .orElseThrow()
                .getSettled();
    }

    private static void assertClosedAt(TestTenant tenant, long consumed) {
        Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
            for (var level : List.of(Level.ORG, Level.APP, Level.KEY)) {
                assertThat(tenant.balance(level).reserved()).isZero();
                assertThat(tenant.balance(level).consumed()).isEqualTo(consumed);
            }
        });
    }

    private static List<byte[]> slow(int chunks) {
        var pieces = new ArrayList<byte[]>();
        for (int i = 0; i < chunks; i++) {
            pieces.add(bytes(chunk("word " + i)));
        }
        pieces.add(bytes(USAGE_50));
        pieces.add(bytes(DONE));
        return pieces;
    }

    private static String chunk(String text) {
        return "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + text + "\"}}],\"usage\":null}\n\n";
    }

    /** A client that closes its connection, as a browser tab does. */
    private static void leaveAfterChunks(TestGateway through, TestTenant tenant, int chunks) throws IOException {
        try (var socket = open(through, tenant)) {
            readChunks(socket.getInputStream(), chunks);
        }
    }

    private static Socket open(TestGateway through, TestTenant tenant) throws IOException {
        var uri = through.uri("/v1/chat/completions");
        var socket = new Socket(uri.getHost(), uri.getPort());
        socket.getOutputStream().write(bytes(TestGateway.chatOnTheWire(tenant.secret, REQUEST)));
        return socket;
    }

    private static void readChunks(InputStream in, int chunks) throws IOException {
        int found = 0;
        var line = new StringBuilder();
        while (found < chunks) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the answer ended early");
            }
            line.append((char) next);
            if (next == '\n') {
                found += line.indexOf("data:") >= 0 ? 1 : 0;
                line.setLength(0);
            }
        }
    }
}
