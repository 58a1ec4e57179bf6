package io.quotaledger.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class RegistryConfigTest {
    @Test
    void shouldTakeSeveralUrlsInOrderWithoutSlashesAtTheEnd() {
        var config = RegistryConfig.from(Map.of(RegistryConfig.URL, "http://a:1/v7/, http://b:2", "acks", "all"));

        assertThat(config.urls()).containsExactly("http://a:1/v7", "http://b:2");
        assertThat(config.autoRegister()).isTrue();
        assertThat(config.userInfo()).isEmpty();
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.readTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void shouldTakeTextAsItStandsInPropertiesFiles() {
        var config = RegistryConfig.from(Map.of(
                RegistryConfig.URL, "http://a:1",
                RegistryConfig.USER_INFO, "me:secret",
                RegistryConfig.AUTO_REGISTER, "false",
                RegistryConfig.CONNECT_TIMEOUT_MS, "7",
                RegistryConfig.READ_TIMEOUT_MS, "9"));

        assertThat(config.userInfo()).isEqualTo("me:secret");
        assertThat(config.autoRegister()).isFalse();
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofMillis(7));
        assertThat(config.readTimeout()).isEqualTo(Duration.ofMillis(9));
        assertThat(config).asString().doesNotContain("secret");
    }

    @Test
    void shouldRefuseSettingsWhenTheyAreMissingOrWrong() {
        assertThatThrownBy(() -> RegistryConfig.from(Map.of())).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> RegistryConfig.from(Map.of(RegistryConfig.URL, "")))
                .isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> RegistryConfig.from(
                        Map.of(RegistryConfig.URL, "http://a:1", RegistryConfig.READ_TIMEOUT_MS, "0")))
                .isInstanceOf(ConfigException.class);
    }
}
