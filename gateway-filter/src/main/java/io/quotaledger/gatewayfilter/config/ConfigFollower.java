package io.quotaledger.gatewayfilter.config;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.ConfigEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps a {@link ConfigView} up to date from {@code quota-config}, in a thread of its own: without a consumer group, from the
 * beginning, committed records only. When Kafka fails it starts over and the view keeps what it has.
 */
public final class ConfigFollower implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigFollower.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration JOIN = Duration.ofSeconds(5);

    private final ConfigView view;
    private final Map<String, Object> settings;
    private final Deserializer<ConfigEntry> values;
    private final Runnable preparation;
    private volatile @Nullable Run run;

    /**
     * Reads into the view.
     *
     * @param kafka properties of the consumer
     * @param values reads the values
     * @param preparation done before the view is ready; repeated while it fails with a {@link KafkaException}
     */
    public ConfigFollower(
            ConfigView view, Map<String, Object> kafka, Deserializer<ConfigEntry> values, Runnable preparation) {
        this.view = view;
        this.values = values;
        this.preparation = preparation;
        this.settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    }

    @Override
    public synchronized void start() {
        if (run == null) {
            run = new Run();
            run.thread.start();
        }
    }

    @Override
    public synchronized void stop() {
        if (run != null) {
            run.end();
            run = null;
        }
    }

    @Override
    public boolean isRunning() {
        return run != null;
    }

    private final class Run {
        private final Thread thread = new Thread(this::followUntilEnded, "quota-config");
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Consumer<String, byte[]> consumer;

        Run() {
            thread.setDaemon(true);
        }

        void end() {
            ended.countDown();
            var current = consumer;
            if (current != null) {
                current.wakeup();
            }
            try {
                thread.join(JOIN.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void followUntilEnded() {
            while (!isEnded(Duration.ZERO)) {
                try (var current =
                        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
                    consumer = current;
                    preparation.run();
                    follow(current);
                } catch (WakeupException e) {
                    LOG.debug("Stops to follow {}", Topic.CONFIG.topicName());
                } catch (KafkaException e) {
                    LOG.warn("Cannot read {}; starts over", Topic.CONFIG.topicName(), e);
                    isEnded(PAUSE);
                }
            }
        }

        private void follow(Consumer<String, byte[]> current) {
            var partitions = current.partitionsFor(Topic.CONFIG.topicName()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                isEnded(PAUSE);
                return;
            }
            current.assign(partitions);
            current.seekToBeginning(partitions);
            var ends = current.endOffsets(partitions);
            boolean caughtUp = false;
            while (!isEnded(Duration.ZERO)) {
                current.poll(POLL).forEach(this::apply);
                if (!caughtUp && hasReached(current, partitions, ends)) {
                    caughtUp = true;
                    view.markReady();
                    LOG.info("Holds {} entries of {}", view.size(), Topic.CONFIG.topicName());
                }
            }
        }

        private static boolean hasReached(
                Consumer<String, byte[]> current, List<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
            return partitions.stream()
                    .allMatch(partition -> current.position(partition) >= ends.getOrDefault(partition, 0L));
        }

        /** A record that cannot be read is skipped: what was known before stays in force. */
        private void apply(ConsumerRecord<String, byte[]> record) {
            try {
                view.apply(record.key(), values.deserialize(record.topic(), record.value()));
            } catch (SerializationException e) {
                LOG.error("Skips record {} of {}", record.offset(), record.topic(), e);
            }
        }

        private boolean isEnded(Duration wait) {
            try {
                return ended.await(wait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
