package io.quotaledger.ledgerservice.kafka;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;

/**
 * How missing topics are created at start.
 *
 * @param create whether they are; else they must exist
 * @param partitions partitions of the topics that are partitioned by tenant
 * @param replicationFactor copies of each partition
 */
@ConfigurationProperties("quota.topics")
public record TopicSettings(
        @Bindable(defaultValue = "true") boolean create,
        @Bindable(defaultValue = "6") int partitions,
        @Bindable(defaultValue = "1") short replicationFactor) {}
