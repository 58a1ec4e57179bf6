package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack with a directory goes on where the one before has ended. */
class DataDirectoryIT {
    private static final List<NewTopic> TOPICS = List.of(new NewTopic("stack-trials", 2, (short) 1));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void shouldFindItsDataWhenTheDirectoryIsUsedAgain() throws Exception {
        String cluster;
        int schemaId;
        try (LocalStack stack = start()) {
            cluster = clusterId(stack);
            StackProbe.register(stack, "other-value", "\"long\"");
            schemaId = StackProbe.register(stack, "trial-value", "\"string\"");
            StackProbe.redis(stack, "SET greeting hello");
        }
        try (LocalStack stack = start()) {
            assertThat(clusterId(stack)).isEqualTo(cluster);
            assertThat(StackProbe.register(stack, "trial-value", "\"string\"")).isEqualTo(schemaId);
            assertThat(StackProbe.redis(stack, "GET greeting")).isEqualTo("hello");
        }
    }

    private LocalStack start() {
        return LocalStack.builder()
                .withAll()
                .dataDirectory(directory)
                .topics(TOPICS)
                .start();
    }

    private static String clusterId(LocalStack stack) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            assertThat(admin.listTopics().names().get()).contains("stack-trials");
            return admin.describeCluster().clusterId().get();
        }
    }
}
