package io.quotaledger.ledgerservice;

import io.micronaut.runtime.Micronaut;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;

/** Starts the ledger service. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Quota ledger",
                        version = "1",
                        description =
                                "Tenants, plans and grants in; balances, journal and reservations out. Amounts are"
                                        + " whole numbers in the meter's smallest unit, at most 2^53 - 1."),
        security = @SecurityRequirement(name = "token"))
@SecurityScheme(name = "token", type = SecuritySchemeType.HTTP, scheme = "bearer")
public final class Application {
    private Application() {}

    /** Runs until the process is told to stop. */
    public static void main(String[] args) {
        Micronaut.run(Application.class, args);
    }
}
