package io.quotaledger.quickstart.chaos;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.quotaledger.localstack.LocalStack;
import io.quotaledger.localstack.RedisNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** The system's Redis: one primary at a time, with an append-only file synced every second, behind a {@link FaultyProxy}. */
final class Store implements AutoCloseable {
    private static final Duration LINK_LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final FaultyProxy link;
    private LocalStack primary;
    private int started;

    /** Starts the first primary; data lies in the folder. */
    Store(Path folder) {
        this.folder = folder;
        this.primary = startOne();
        this.link = new FaultyProxy(node());
    }

    /** What clients are told to connect to. */
    String clientUri() {
        return "redis://127.0.0.1:" + link.port();
    }

    /** The way of the clients. */
    FaultyProxy link() {
        return link;
    }

    /** The primary. */
    RedisNode node() {
        return primary.redis();
    }

    void flushAll() {
        ask(node(), RedisCommands::flushall);
    }

    void flushScripts() {
        ask(node(), RedisCommands::scriptFlush);
    }

    /** Ends the primary and takes so many bytes off the end of what it wrote, as a power loss may; it is not started again. */
    void cutAppendOnlyFile(long bytes) {
        node().kill();
        try (var files = Files.list(folder.resolve("redis-" + started + "/redis/appendonlydir"));
                var last = new RandomAccessFile(
                        files.filter(file -> file.toString().endsWith(".incr.aof"))
                                .max(Comparator.comparingInt(Store::number))
                                .orElseThrow()
                                .toFile(),
                        "rw")) {
            last.setLength(Math.max(0, last.length() - bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has a replica follow, stalls its link for a while, then ends the primary and goes on with the replica as it is. */
    void failOver(Runnable whileStalled) {
        var before = primary;
        ask(node(), redis -> redis.configSet("repl-diskless-sync-delay", "0"));
        try (var replication = new FaultyProxy(node())) {
            var replica = startOne();
            ask(replica.redis(), redis -> redis.replicaof("127.0.0.1", replication.port()));
            Awaitility.await("replica is in step").atMost(LINK_LIMIT).until(() -> ask(
                            replica.redis(), redis -> redis.info("replication"))
                    .contains("master_link_status:up"));
            replication.hold();
            whileStalled.run();
            before.redis().kill();
            ask(replica.redis(), RedisCommands::replicaofNoOne);
            primary = replica;
            link.leadTo(replica.redis());
        }
        before.close();
    }

    @Override
    public void close() {
        link.close();
        primary.close();
    }

    private LocalStack startOne() {
        return LocalStack.builder()
                .withRedis()
                .appendOnly(true)
                .dataDirectory(folder.resolve("redis-" + ++started))
                .start();
    }

    /** {@code appendonly.aof.<number>.incr.aof}. */
    private static int number(Path file) {
        return Integer.parseInt(file.getFileName().toString().split("\\.", -1)[2]);
    }

    private static <T> T ask(RedisNode node, Function<RedisCommands<String, String>, T> command) {
        var client = RedisClient.create(node.uri());
        try (var connection = client.connect()) {
            return command.apply(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
