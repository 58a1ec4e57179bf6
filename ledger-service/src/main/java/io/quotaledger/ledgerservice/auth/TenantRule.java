package io.quotaledger.ledgerservice.auth;

import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.rules.SecurityRule;
import io.micronaut.security.rules.SecurityRuleResult;
import io.micronaut.web.router.RouteAttributes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Under {@code /v1} an operator may do everything, a reader may GET what is of its own tenant. */
@Singleton
final class TenantRule implements SecurityRule<HttpRequest<?>> {
    /** Path variable of the tenant in every route that is of one. */
    private static final String TENANT_VARIABLE = "tenantId";

    private static final int BEFORE_THE_FRAMEWORKS_RULES = -1000;

    @Override
    public int getOrder() {
        return BEFORE_THE_FRAMEWORKS_RULES;
    }

    @Override
    public Publisher<SecurityRuleResult> check(HttpRequest<?> request, @Nullable Authentication authentication) {
        return Mono.just(decide(request, authentication));
    }

    private static SecurityRuleResult decide(HttpRequest<?> request, @Nullable Authentication authentication) {
        if (!request.getPath().startsWith("/v1/")) {
            return SecurityRuleResult.UNKNOWN;
        }
        if (authentication == null) {
            return SecurityRuleResult.REJECTED;
        }
        var allowed = authentication.getRoles().contains(Roles.OPERATOR) || isOfReader(request, authentication);
        return allowed ? SecurityRuleResult.ALLOWED : SecurityRuleResult.REJECTED;
    }

    private static boolean isOfReader(HttpRequest<?> request, Authentication authentication) {
        var tenant = authentication.getAttributes().get(Roles.TENANT);
        return tenant != null
                && request.getMethod() == HttpMethod.GET
                && RouteAttributes.getRouteMatch(request)
                        .map(route -> tenant.equals(route.getVariableValues().get(TENANT_VARIABLE)))
                        .orElse(false);
    }
}
