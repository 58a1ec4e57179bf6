package io.quotaledger.ledgerservice.kafka;

import io.quotaledger.schemas.Topic;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates what is missing of the topic catalogue. */
@Singleton
public final class TopicCreator {
    private static final Logger LOG = LoggerFactory.getLogger(TopicCreator.class);

    private final KafkaClients clients;
    private final TopicSettings settings;

    TopicCreator(KafkaClients clients, TopicSettings settings) {
        this.clients = clients;
        this.settings = settings;
    }

    /**
     * Returns when every topic exists.
     *
     * @throws KafkaException if Kafka cannot be reached, or a topic is missing and is not to be created
     */
    public void ensure() {
        try (var admin = clients.admin()) {
            var missing = Topic.newTopics(settings.partitions(), settings.replicationFactor());
            var existing = new HashSet<>(admin.listTopics().names().get());
            var toCreate = missing.stream()
                    .filter(topic -> !existing.contains(topic.name()))
                    .toList();
            if (toCreate.isEmpty()) {
                return;
            }
            if (!settings.create()) {
                throw new KafkaException("Topics are missing and quota.topics.create is false: " + toCreate);
            }
            create(admin, toCreate);
        } catch (ExecutionException e) {
            throw new KafkaException("Cannot create topics", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while creating topics", e);
        }
    }

    private static void create(Admin admin, java.util.List<org.apache.kafka.clients.admin.NewTopic> topics)
            throws ExecutionException, InterruptedException {
        for (var created : admin.createTopics(topics).values().entrySet()) {
            try {
                created.getValue().get();
                LOG.info("Created topic {}", created.getKey());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }
}
