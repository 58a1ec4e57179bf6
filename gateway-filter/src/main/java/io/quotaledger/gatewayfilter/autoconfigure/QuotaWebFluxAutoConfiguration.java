package io.quotaledger.gatewayfilter.autoconfigure;

import io.quotaledger.gatewayfilter.config.QuotaProperties;
import io.quotaledger.gatewayfilter.web.PrepaidCalls;
import io.quotaledger.gatewayfilter.web.PrepayWebFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The filter of plain WebFlux applications; it does nothing unless {@code quota.webflux.paths} names paths. */
@AutoConfiguration(after = QuotaAutoConfiguration.class)
@ConditionalOnBean(PrepaidCalls.class)
public class QuotaWebFluxAutoConfiguration {
    /** The paths of {@code quota.webflux.paths}. */
    @Bean
    @ConditionalOnMissingBean
    public PrepayWebFilter prepayWebFilter(PrepaidCalls calls, QuotaProperties properties) {
        return new PrepayWebFilter(calls, properties.webflux().paths());
    }
}
