package io.quotaledger.localstack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

class ContainerFactoryIT {

    @Test
    void shouldSayWhatIsMissingWhenThereIsNoDockerEngine() {
        assumeFalse(DockerClientFactory.instance().isDockerAvailable(), "there is a Docker engine");

        assertThatThrownBy(() -> new ContainerFactory(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("-Dstack=containers needs a Docker engine and none answers");
    }
}
