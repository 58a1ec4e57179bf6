package io.quotaledger.localstack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** What the stack asks a broker: whether it serves, and to create topics. */
final class KafkaTopics {
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(3);
    private static final Duration CREATE_LIMIT = Duration.ofSeconds(60);

    private KafkaTopics() {}

    /** Id of the cluster, once its broker has registered itself and answers; else null or an exception. */
    static @Nullable String servingCluster(String bootstrapServers) throws Exception {
        // The socket first: an admin client would log each refused connection.
        requireAccepting(bootstrapServers);
        try (Admin admin = admin(bootstrapServers)) {
            DescribeClusterResult cluster = admin.describeCluster();
            return cluster.nodes().get().isEmpty() ? null : cluster.clusterId().get();
        }
    }

    /** Creates those of the topics that do not exist and returns when each partition has a leader. */
    static void create(String bootstrapServers, Collection<NewTopic> topics) {
        try (Admin admin = admin(bootstrapServers)) {
            Set<String> existing = admin.listTopics().names().get();
            List<NewTopic> missing = topics.stream()
                    .filter(topic -> !existing.contains(topic.name()))
                    .toList();
            admin.createTopics(missing).all().get(CREATE_LIMIT.toSeconds(), TimeUnit.SECONDS);
            List<String> names = topics.stream().map(NewTopic::name).toList();
            long deadline = System.nanoTime() + CREATE_LIMIT.toNanos();
            while (!haveLeaders(admin, names)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("topics without a leader among " + names);
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot create the topics", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static boolean haveLeaders(Admin admin, List<String> names)
            throws ExecutionException, InterruptedException {
        try {
            Map<String, TopicDescription> topics =
                    admin.describeTopics(names).allTopicNames().get();
            return topics.values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .noneMatch(partition -> partition.leader() == null);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private static void requireAccepting(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(address.substring(colon + 1));
            socket.connect(new InetSocketAddress(address.substring(0, colon), port), (int) REQUEST_LIMIT.toMillis());
        }
    }

    private static Admin admin(String bootstrapServers) {
        int limit = (int) REQUEST_LIMIT.toMillis();
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, limit,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, limit * 10));
    }
}
