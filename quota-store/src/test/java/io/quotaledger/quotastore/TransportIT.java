package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.SlotHash;
import io.quotaledger.localstack.ChildCommand;
import io.quotaledger.localstack.ChildProcess;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.localstack.Ports;
import io.quotaledger.schemas.avro.Level;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts on a node of a cluster, which holds them to one slot, and the store over a unix socket. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit sets the folder.
final class TransportIT {
    @TempDir
    private Path folder;

    private final String tenant = Samples.tenant();
    private final List<AccountKey> path = Samples.threeLevels(tenant);

    @Test
    void shouldTouchOneSlotOnlyOnANodeOfACluster() {
        int port = Ports.free();
        try (var server = server("--port", Integer.toString(port), "--cluster-enabled", "yes")) {
            var uri = "redis://127.0.0.1:" + port;
            try (var store = connect(uri);
                    var client = RedisClient.create(uri);
                    var connection = client.connect()) {
                connection
                        .sync()
                        .clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT).toArray());
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> connection.sync().clusterInfo().contains("state:ok"));
                runEveryScript(store);
                // Told to be strict by a first line of its own, Redis also refuses keys that are not declared.
                var source = "#!lua\n" + ScriptSource.of(Script.UPDATE).text();
                Object strict = connection
                        .sync()
                        .eval(
                                source,
                                ScriptOutputType.MULTI,
                                new String[] {StoreKeys.account(path.get(0))},
                                "1",
                                "2",
                                "1",
                                "0",
                                "0",
                                "");
                assertThat(strict).isEqualTo(List.of("applied"));
            }
        }
    }

    @Test
    void shouldWorkOverAUnixSocket() {
        var socket = folder.resolve("s");
        try (var server = server("--port", "0", "--unixsocket", socket.toString())) {
            await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(socket));
            try (var store = connect("redis-socket://" + socket)) {
                runEveryScript(store);
            }
        }
    }

    private void runEveryScript(LettuceQuotaStore store) {
        path.forEach(key -> RedisKit.get(store.apply(Samples.seed(key, 1, 100))));
        RedisKit.get(store.apply(Samples.update(path.get(0), 1, 1, 5, 0, 0)));
        var rates = List.of(new RateRule(Level.ORG, "-", 100, 1_000), new RateRule(Level.KEY, "chat/k1", 100, 1_000));
        var first = Samples.admission("r1", Samples.admission("r1", path, 5).path(), rates, "d");
        assertThat(RedisKit.get(store.admit(first))).isInstanceOf(AdmitResult.Admitted.class);
        assertThat(RedisKit.get(store.admit(Samples.admission("r2", path, 5))))
                .isInstanceOf(AdmitResult.Admitted.class);
        assertThat(RedisKit.get(store.close(Samples.settlement("r1", path, 5, 2))))
                .isInstanceOf(CloseResult.Closed.class);
        assertThat(RedisKit.get(store.close(Samples.refund("r2", path, 5)))).isInstanceOf(CloseResult.Closed.class);
        assertThat(RedisKit.get(store.admit(Samples.admission("r3", path, 101))))
                .isInstanceOf(AdmitResult.Exhausted.class);
        assertThat(RedisKit.get(store.takeTouched(StoreKeys.bucket(tenant), 10)))
                .containsExactly(path.get(1));
        assertThat(RedisKit.get(store.checkpoint(Samples.checkpoint(path.get(0)))))
                .isPresent();
        assertThat(RedisKit.get(store.inspect(path.get(0))).orElseThrow().balance())
                .isEqualTo(new StoredBalance(path.get(0), 105, 0, 2, null, false));
    }

    private LettuceQuotaStore connect(String uri) {
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            try (var client = RedisClient.create(uri);
                    var connection = client.connect()) {
                return connection.sync().ping().equals("PONG");
            }
        });
        var settings = StoreSettings.of(uri).withCommandTimeout(Duration.ofSeconds(10));
        return LettuceQuotaStore.connect(settings, Samples.SERDE);
    }

    /** A redis-server with settings that the local stack does not offer, of the binary that it has unpacked. */
    private ChildProcess server(String... settings) {
        assumeFalse(LocalStack.usesContainers(), "the binary comes from the stack of child processes");
        try (var stack = LocalStack.builder().dataDirectory(folder).withRedis().start();
                var files = Files.find(folder, 3, (file, attributes) -> file.getFileName()
                        .toString()
                        .startsWith("redis-server-"))) {
            var binary = files.findFirst().orElseThrow();
            return ChildCommand.of(binary.toString(), "--save", "", "--dir", folder.toString())
                    .args(settings)
                    .log(folder.resolve("server.log"))
                    .start("redis-server");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
