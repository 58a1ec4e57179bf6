package io.quotaledger.ledgerservice.api;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.rules.SecurityRule;
import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Serves the OpenAPI document that the build makes from the controllers. */
@Controller("/openapi.yml")
@Secured(SecurityRule.IS_ANONYMOUS)
@Hidden
class OpenApiController {
    private static final String RESOURCE = "/META-INF/swagger/openapi.yml";

    private final String document;

    OpenApiController() {
        try (var resource = Objects.requireNonNull(getClass().getResourceAsStream(RESOURCE), RESOURCE)) {
            document = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Get
    @Produces("application/yaml")
    String document() {
        return document;
    }
}
