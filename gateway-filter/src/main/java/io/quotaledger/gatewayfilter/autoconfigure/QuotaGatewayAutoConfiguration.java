package io.quotaledger.gatewayfilter.autoconfigure;

import io.quotaledger.gatewayfilter.web.PrepaidCalls;
import io.quotaledger.gatewayfilter.web.PrepayGatewayFilterFactory;
import io.quotaledger.gatewayfilter.web.PrepayGlobalFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;

/** The filters of Spring Cloud Gateway. */
@AutoConfiguration(after = QuotaAutoConfiguration.class)
@ConditionalOnClass(GlobalFilter.class)
@ConditionalOnBean(PrepaidCalls.class)
@ConditionalOnBooleanProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
public class QuotaGatewayAutoConfiguration {
    /** {@code - Prepay} on routes. */
    @Bean
    @ConditionalOnMissingBean
    public PrepayGatewayFilterFactory prepayGatewayFilterFactory(PrepaidCalls calls) {
        return new PrepayGatewayFilterFactory(calls);
    }

    /** All routes. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty("quota.gateway.global")
    public PrepayGlobalFilter prepayGlobalFilter(PrepaidCalls calls) {
        return new PrepayGlobalFilter(calls);
    }
}
