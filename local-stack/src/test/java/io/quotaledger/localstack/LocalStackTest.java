package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class LocalStackTest {

    @Test
    void shouldSayWhatToAskForWhenAServerWasNotStarted() {
        try (LocalStack stack = LocalStack.builder().start()) {
            assertThatThrownBy(stack::bootstrapServers).hasMessageContaining("withKafka()");
            assertThatThrownBy(stack::redisUri).hasMessageContaining("withRedis()");
            assertThatThrownBy(stack::registryUrl).hasMessageContaining("withRegistry()");
        }
    }

    @Test
    void shouldRefuseTopicsWhenThereIsNoBroker() {
        LocalStack.Builder builder = LocalStack.builder().topics(List.of(new NewTopic("stack-trials", 1, (short) 1)));
        assertThatThrownBy(builder::start).hasMessage("topics need withKafka()");
    }
}
