package io.quotaledger.quickstart;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A Spring Cloud Gateway with the quota ledger's starter; all there is to say stands in {@code application.yml}. */
@SpringBootApplication
public class GatewayApplication {
    /** Runs it. */
    public static void main(String[] arguments) {
        SpringApplication.run(GatewayApplication.class, arguments);
    }
}
