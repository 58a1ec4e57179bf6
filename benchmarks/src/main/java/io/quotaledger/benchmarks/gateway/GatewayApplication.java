package io.quotaledger.benchmarks.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** A Spring Cloud Gateway; what its only route does is said by its arguments. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class GatewayApplication {
    /** Runs it. */
    public static void main(String[] arguments) {
        SpringApplication.run(GatewayApplication.class, arguments);
    }

    /** All calls count on one key. */
    @Bean
    public KeyResolver oneKey() {
        return exchange -> Mono.just("all");
    }
}
