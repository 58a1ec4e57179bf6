package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.quotaledger.localstack.LocalStack;
import io.quotaledger.schemas.Topic;
import io.quotaledger.streamstopology.query.GroupMembers;
import io.quotaledger.streamstopology.query.StoreNotReadyException;
import io.quotaledger.streamstopology.query.TenantOwners;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance with a name (static member) that comes back as another process while the group still waits for the first. */
class TenantOwnersIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** Longer than the test: the group must not lose the member before it is replaced. */
    private static final int SESSION_MILLIS = 300_000;

    private final LocalStack stack = LocalStack.builder()
            .withKafka()
            .withRegistry()
            .topics(Topic.newTopics(1, (short) 1))
            .start();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    private final Instance first;
    private final Instance second;

    TenantOwnersIT(@TempDir Path directory) {
        this.first = new Instance(directory.resolve("first"));
        this.second = new Instance(directory.resolve("second"));
    }

    @BeforeEach
    void startFirst() {
        first.streams.start();
        first.awaitOwner();
    }

    @AfterEach
    void stop() {
        second.close();
        first.close();
        admin.close();
        stack.close();
    }

    @Test
    void shouldKnowItselfAsTheOwnerWhenItComesBackWithoutItsState() {
        first.streams.close(CloseOptions.timeout(LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP)); // as if killed

        second.streams.start();

        second.awaitOwner();
    }

    @Test
    void shouldNotBeTheOwnerOnceItIsReplacedAndGiveUp() {
        second.streams.start();
        second.awaitOwner();

        assertThatExceptionOfType(StoreNotReadyException.class).isThrownBy(first::requireOwner);
        await().atMost(LIMIT).until(() -> first.streams.state() == KafkaStreams.State.ERROR);
        second.requireOwner();
    }

    /** The ledger with a folder, and so an id of its process, of its own. */
    private final class Instance {
        private final KafkaStreams streams;
        private final TenantOwners owners;

        Instance(Path folder) {
            var serdes = Map.of("schema.registry.url", stack.registryUrl().toString());
            var settings =
                    StreamsSettings.withInstance(StreamsSettings.of(stack.bootstrapServers(), folder, 1), "ledger-1");
            settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, "localhost:1");
            settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MILLIS);
            var members = new GroupMembers();
            this.streams =
                    new KafkaStreams(new LedgerTopology(serdes, LedgerOptions.defaults()).get(), settings, members);
            streams.setUncaughtExceptionHandler(new LedgerFailureHandler());
            this.owners = new TenantOwners(streams, members, admin, StreamsSettings.APPLICATION_ID, LIMIT);
        }

        void requireOwner() {
            owners.requireHere(Fixture.TENANT);
        }

        void awaitOwner() {
            await().atMost(LIMIT).ignoreException(StoreNotReadyException.class).until(() -> {
                requireOwner();
                return true;
            });
        }

        void close() {
            streams.close(StreamsSettings.closeOptions(Duration.ofSeconds(30)));
        }
    }
}
