package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.web.router.Router;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The document says what the service serves, no more and no less. */
class OpenApiIT extends ServiceTest {
    @Inject
    Router router;

    @Test
    void shouldDescribeEveryRouteWhenTheDocumentIsRead() {
        var served = router.uriRoutes()
                .filter(route -> route.getUriMatchTemplate().toPathString().startsWith("/v1/"))
                .filter(route -> !route.getHttpMethodName().equals("HEAD"))
                .map(route -> route.getHttpMethodName().toLowerCase(Locale.ROOT) + " "
                        + route.getUriMatchTemplate().toPathString())
                .collect(Collectors.toCollection(TreeSet::new));
        var described = new TreeSet<String>();
        document()
                .forEach((path, operations) ->
                        operations.keySet().forEach(method -> described.add(method + " " + path)));
        assertThat(described).isEqualTo(served).hasSize(13);
    }

    @Test
    void shouldSayWhatAProblemLooksLikeWhenAnOperationFails() {
        document()
                .forEach((path, operations) -> operations.forEach((method, operation) -> {
                    var responses = (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) operation).get("responses"));
                    assertThat(responses.keySet()).as(method + " " + path).hasSizeGreaterThan(1);
                    assertThat(responses.toString()).as(method + " " + path).contains("application/problem+json");
                }));
    }

    @SuppressWarnings("unchecked") // the shape of every OpenAPI document
    private Map<String, Map<String, Object>> document() {
        var text = client(null).get("/openapi.yml").mustBe(200).text();
        var root = (Map<String, Object>) new Yaml().load(text);
        return (Map<String, Map<String, Object>>) Objects.requireNonNull(root.get("paths"));
    }
}
