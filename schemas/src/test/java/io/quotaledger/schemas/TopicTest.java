package io.quotaledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicTest {
    @ParameterizedTest
    @EnumSource
    void shouldBeNamedQuotaAndItsContentInPlainLowerCase(Topic topic) {
        assertThat(topic.topicName()).matches("quota(-[a-z]+)+");
        assertThat(topic.subject()).isEqualTo(topic.topicName() + "-value");
        assertThat(Topic.named(topic.topicName())).contains(topic);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveItsOwnRecordWithTheSchemaOfItsClass(Topic topic) {
        assertThat(topic.schema().getFullName()).isEqualTo(topic.valueType().getName());
        assertThat(Stream.of(Topic.values()).filter(other -> other.valueType() == topic.valueType()))
                .containsExactly(topic);
    }

    @Test
    void shouldKnowNoTopicWhenItIsNotInTheCatalogue() {
        assertThat(Topic.named("quota-event")).isEmpty();
    }

    @Test
    void shouldTakeTheTimeOfTheBrokerForEventsOnly() {
        assertThat(Topic.newTopics(6, (short) 1))
                .allSatisfy(topic -> assertThat(topic.configs().get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG))
                        .isEqualTo(topic.name().equals("quota-events") ? "LogAppendTime" : "CreateTime"));
    }

    @Test
    void shouldKeepTheLogForEverAndCompactOnlyLatestVersions() {
        assertThat(Topic.EVENTS.newTopic(6, (short) 1).configs())
                .containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "delete")
                .containsEntry(TopicConfig.RETENTION_MS_CONFIG, "-1");
        assertThat(Topic.JOURNAL.newTopic(6, (short) 1).configs())
                .containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "delete")
                .containsEntry(TopicConfig.RETENTION_MS_CONFIG, "-1");
        assertThat(Stream.of(Topic.values()).filter(topic -> "compact"
                        .equals(topic.newTopic(1, (short) 1).configs().get(TopicConfig.CLEANUP_POLICY_CONFIG))))
                .containsExactlyInAnyOrder(Topic.BALANCES, Topic.CONFIG);
    }

    @Test
    void shouldPartitionByTenantAllButTheConfiguration() {
        assertThat(Topic.newTopics(6, (short) 3)).hasSize(Topic.values().length).allSatisfy(topic -> {
            assertThat(topic.numPartitions()).isEqualTo(topic.name().equals("quota-config") ? 1 : 6);
            assertThat(topic.replicationFactor()).isEqualTo((short) 3);
        });
    }
}
