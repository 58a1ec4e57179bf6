package io.quotaledger.gatewayfilter.autoconfigure;

import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.outage.StoreGuard;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health of the filter: out of service until {@code quota-config} has been read. */
@AutoConfiguration(after = QuotaAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(ConfigView.class)
public class QuotaHealthAutoConfiguration {
    /** Whether the configuration has been read, and how much there is. */
    @Bean
    @ConditionalOnEnabledHealthIndicator("quota")
    @ConditionalOnMissingBean(name = "quotaHealthIndicator")
    public HealthIndicator quotaHealthIndicator(ConfigView config) {
        return () -> (config.isReady() ? Health.up() : Health.outOfService())
                .withDetail("configEntries", config.size())
                .build();
    }

    /** Whether the quota store answers; while it does not, outage policies decide. No part of readiness, unless put there. */
    @Bean
    @ConditionalOnEnabledHealthIndicator("quotaStore")
    @ConditionalOnMissingBean(name = "quotaStoreHealthIndicator")
    public HealthIndicator quotaStoreHealthIndicator(StoreGuard store) {
        return () -> (store.isAvailable() ? Health.up() : Health.down()).build();
    }
}
