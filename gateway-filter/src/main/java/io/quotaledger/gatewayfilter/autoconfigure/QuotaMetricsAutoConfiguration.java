package io.quotaledger.gatewayfilter.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.quotaledger.gatewayfilter.observe.MicrometerPublishListener;
import io.quotaledger.gatewayfilter.observe.MicrometerQuotaObserver;
import io.quotaledger.gatewayfilter.observe.QuotaObserver;
import io.quotaledger.quotastore.PublishListener;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Metrics by Micrometer. */
@AutoConfiguration(
        before = QuotaAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "quota.enabled", matchIfMissing = true)
public class QuotaMetricsAutoConfiguration {
    /** Counts and times calls. */
    @Bean
    @ConditionalOnMissingBean(QuotaObserver.class)
    public MicrometerQuotaObserver quotaObserver(MeterRegistry registry) {
        return new MicrometerQuotaObserver(registry);
    }

    /** Counts events on their way to Kafka. */
    @Bean
    @ConditionalOnMissingBean(PublishListener.class)
    public MicrometerPublishListener quotaPublishListener(MeterRegistry registry) {
        return new MicrometerPublishListener(registry);
    }
}
