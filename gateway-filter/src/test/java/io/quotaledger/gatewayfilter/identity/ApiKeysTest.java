package io.quotaledger.gatewayfilter.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.ConfigKeys;
import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.ConfigEntry;
import io.quotaledger.schemas.avro.EstimateSettings;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.TenantConfig;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class ApiKeysTest {
    private final ConfigView view = new ConfigView();
    private final ApiKeys keys = new ApiKeys(view, List.of("Authorization", "x-api-key"));

    @BeforeEach
    void open() {
        var hash = ApiKeys.hash("secret");
        view.apply(ConfigKeys.key(hash), entry(e -> e.setKey(new KeyConfig("acme", "chat", "k1", hash, List.of()))));
        view.apply(
                ConfigKeys.tenant("acme"),
                entry(e -> e.setTenant(new TenantConfig("acme", "Acme", "UTC", "pro", 1L, List.of()))));
        view.apply(ConfigKeys.app("acme", "chat"), entry(e -> e.setApp(new AppConfig("acme", "chat", "", List.of()))));
        var estimate = new EstimateSettings(1L, null, 4);
        view.apply(
                ConfigKeys.plan("pro"),
                entry(e -> e.setPlan(new Plan("pro", 1L, List.of(), "", List.of(), List.of(), estimate, 1L, null))));
        view.markReady();
    }

    @Test
    void shouldFindTheCallerInEitherHeader() {
        assertThat(keys.caller(headers("Authorization", "Bearer secret")).tenantId())
                .isEqualTo("acme");
        assertThat(keys.caller(headers("authorization", "bearer   secret ")).tenantId())
                .isEqualTo("acme");
        assertThat(keys.caller(headers("X-API-Key", "secret")).key().getKeyId()).isEqualTo("k1");
    }

    @Test
    void shouldRefuseWhenThereIsNoKeyOrAnUnknownOne() {
        assertRefused(new HttpHeaders(), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("Authorization", "Bearer wrong"), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("Authorization", "Bearer "), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("Authorization", "Basic secret"), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("Authorization", "secret"), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("x-quota-tenant", "acme"), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("x-api-key", "x".repeat(10_000)), Problem.Code.UNAUTHENTICATED);
        assertRefused(headers("x-api-key", ApiKeys.hash("secret")), Problem.Code.UNAUTHENTICATED);
    }

    @Test
    void shouldRefuseWhenTwoKeysDiffer() {
        var headers = headers("Authorization", "Bearer secret");
        headers.add("x-api-key", "other");

        assertRefused(headers, Problem.Code.UNAUTHENTICATED);
    }

    @Test
    void shouldForgetAKeyWhenItsRecordIsRemoved() {
        view.apply(ConfigKeys.key(ApiKeys.hash("secret")), null);

        assertRefused(headers("x-api-key", "secret"), Problem.Code.UNAUTHENTICATED);
    }

    @Test
    void shouldAskToComeBackWhileTheConfigurationIsIncomplete() {
        view.apply(ConfigKeys.plan("pro"), null);
        assertRefused(headers("x-api-key", "secret"), Problem.Code.STORE_UNAVAILABLE);

        var empty = new ApiKeys(new ConfigView(), List.of("x-api-key"));
        assertThatThrownBy(() -> empty.caller(headers("x-api-key", "secret")))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refusal -> assertThat(refusal.problem().retryAfter()).isPositive());
    }

    private void assertRefused(HttpHeaders headers, Problem.Code code) {
        assertThatThrownBy(() -> keys.caller(headers))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refusal -> assertThat(refusal.problem().code()).isEqualTo(code));
    }

    private static HttpHeaders headers(String name, String value) {
        var headers = new HttpHeaders();
        headers.add(name, value);
        return headers;
    }

    private static ConfigEntry entry(java.util.function.Consumer<ConfigEntry> setter) {
        var entry = new ConfigEntry();
        setter.accept(entry);
        return entry;
    }
}
