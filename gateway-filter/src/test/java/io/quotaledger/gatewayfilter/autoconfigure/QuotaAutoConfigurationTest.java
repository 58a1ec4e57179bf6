package io.quotaledger.gatewayfilter.autoconfigure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quotaledger.gatewayfilter.config.ConfigFollower;
import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.config.QuotaProperties;
import io.quotaledger.gatewayfilter.observe.MicrometerQuotaObserver;
import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.gatewayfilter.web.PrepaidCalls;
import io.quotaledger.gatewayfilter.web.PrepayGatewayFilterFactory;
import io.quotaledger.gatewayfilter.web.PrepayGlobalFilter;
import io.quotaledger.gatewayfilter.web.PrepayWebFilter;
import io.quotaledger.quotastore.Admission;
import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.quotastore.EventPublisher;
import io.quotaledger.quotastore.LettuceQuotaStore;
import io.quotaledger.quotastore.OutboxRelay;
import io.quotaledger.quotastore.QuotaStore;
import io.quotaledger.quotastore.StoredEvent;
import io.quotaledger.schemas.avro.QuotaEvent;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class QuotaAutoConfigurationTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            QuotaAutoConfiguration.class,
            QuotaGatewayAutoConfiguration.class,
            QuotaWebFluxAutoConfiguration.class,
            QuotaMetricsAutoConfiguration.class,
            QuotaHealthAutoConfiguration.class);

    private final ReactiveWebApplicationContextRunner contexts =
            new ReactiveWebApplicationContextRunner().withConfiguration(ALL).withUserConfiguration(OwnEdges.class);

    @Test
    void shouldOfferTheFilterFactoryButNoGlobalFilterByDefault() {
        contexts.run(context -> {
            assertThat(context).hasSingleBean(PrepaidCalls.class);
            assertThat(context).hasSingleBean(PrepayGatewayFilterFactory.class);
            assertThat(context).hasSingleBean(PrepayWebFilter.class);
            assertThat(context).doesNotHaveBean(PrepayGlobalFilter.class);
            assertThat(context).doesNotHaveBean(QuotaObserver.class);
        });
    }

    @Test
    void shouldMakeAllRoutesPrepaidWhenAskedTo() {
        contexts.withPropertyValues("quota.gateway.global=true")
                .run(context -> assertThat(context).hasSingleBean(PrepayGlobalFilter.class));
    }

    @Test
    void shouldDoNothingWhenDisabled() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("quota.enabled=false")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(PrepaidCalls.class);
                    assertThat(context).doesNotHaveBean(PrepayGatewayFilterFactory.class);
                    assertThat(context).doesNotHaveBean(PrepayWebFilter.class);
                    assertThat(context).doesNotHaveBean(QuotaObserver.class);
                });
    }

    @Test
    void shouldDoNothingInAnApplicationThatServesNothing() {
        new ApplicationContextRunner().withConfiguration(ALL).run(context -> assertThat(context)
                .doesNotHaveBean(PrepaidCalls.class));
    }

    @Test
    void shouldServePlainWebFluxWhenThereIsNoGateway() {
        contexts.withClassLoader(new FilteredClassLoader(GlobalFilter.class.getPackageName()))
                .run(context -> {
                    assertThat(context).hasSingleBean(PrepayWebFilter.class);
                    assertThat(context).doesNotHaveBean("prepayGatewayFilterFactory");
                });
    }

    @Test
    void shouldDoWithoutMetricsAndHealthWhenTheyAreNotThere() {
        contexts.withClassLoader(new FilteredClassLoader("io.micrometer", "org.springframework.boot.health"))
                .run(context -> {
                    assertThat(context).hasSingleBean(PrepaidCalls.class);
                    assertThat(context).doesNotHaveBean("quotaHealthIndicator");
                });
    }

    @Test
    void shouldCountWhenThereIsAMeterRegistry() {
        contexts.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context).hasSingleBean(MicrometerQuotaObserver.class));
    }

    @Test
    void shouldLeaveTheUsersBeansInPlace() {
        contexts.run(context -> {
            assertThat(context).doesNotHaveBean(LettuceQuotaStore.class);
            assertThat(context).doesNotHaveBean(OutboxRelay.class);
            assertThat(context.getBean(QuotaStore.class)).isInstanceOf(NoStore.class);
        });
        contexts.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean("own", QuotaObserver.class, () -> QuotaObserver.NONE)
                .run(context -> assertThat(context.getBean(QuotaObserver.class)).isSameAs(QuotaObserver.NONE));
    }

    @Test
    void shouldBeOutOfServiceUntilTheConfigurationIsRead() {
        contexts.run(context -> {
            var health = context.getBean("quotaHealthIndicator", HealthIndicator.class);
            assertThat(requireNonNull(health.health()).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            context.getBean(ConfigView.class).markReady();
            assertThat(requireNonNull(health.health()).getStatus()).isEqualTo(Status.UP);
        });
        contexts.withPropertyValues("management.health.quota.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("quotaHealthIndicator"));
    }

    @Test
    void shouldReadItsSettings() {
        contexts.withPropertyValues(
                        "quota.instance-id=g1",
                        "quota.max-request-bytes=1KB",
                        "quota.api-key-headers=x-key",
                        "quota.kafka.properties[security.protocol]=SSL",
                        "quota.drain.time=5s")
                .run(context -> {
                    var properties = context.getBean(QuotaProperties.class);
                    assertThat(properties.maxRequestBytes().toBytes()).isEqualTo(1024);
                    assertThat(properties.apiKeyHeaders()).containsExactly("x-key");
                    assertThat(properties.drain().time()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(properties.redis().commandTimeout()).isEqualTo(Duration.ofMillis(250));
                    assertThat(KafkaSettings.clients(properties))
                            .containsEntry("security.protocol", "SSL")
                            .containsEntry("bootstrap.servers", "localhost:9092");
                });
        contexts.withPropertyValues("quota.instance-id=not an id")
                .run(context -> assertThat(context).hasFailed());
        contexts.withPropertyValues("quota.outage.policy=perhaps")
                .run(context -> assertThat(context).hasFailed());
        contexts.withPropertyValues("quota.outage.policy=bounded", "quota.outage.share=101")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("the share must be from 1 to 100 percent, not 101"));
    }

    /** What would open connections, replaced by the user's own; the follower has no broker to connect to. */
    @Configuration(proxyBeanMethods = false)
    static class OwnEdges {
        @Bean
        NoStore ownStore() {
            return new NoStore();
        }

        @Bean
        EventPublisher ownPublisher() {
            return new EventPublisher() {
                @Override
                public void publish(StoredEvent event) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void send(QuotaEvent event) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public boolean hasRoom() {
                    return false;
                }
            };
        }

        @Bean
        ConfigFollower ownFollower(ConfigView view) {
            return new ConfigFollower(view, Map.of(), (topic, data) -> null, () -> {});
        }
    }

    static final class NoStore implements QuotaStore {
        @Override
        public CompletionStage<AdmitResult> admit(Admission admission) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public CompletionStage<CloseResult> close(Closing closing) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public CompletionStage<Void> probe() {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }
    }
}
