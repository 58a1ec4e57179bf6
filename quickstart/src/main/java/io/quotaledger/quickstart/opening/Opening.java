package io.quotaledger.quickstart.opening;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Opens tenants through the service: tenant, apps, keys, funding. Keeps the secrets of the keys. */
public final class Opening {
    /** Plenty, in any meter: 1,000 usd or 10^9 tokens. */
    private static final long RESERVE = 1_000_000_000;

    private static final int PARALLEL = 8;

    private final LedgerApi api;
    private final Map<Caller, String> secrets = new ConcurrentHashMap<>();

    /** Opens through this API. */
    public Opening(LedgerApi api) {
        this.api = api;
    }

    /** Publishes the price book and the plans. */
    public void publishCatalogue() {
        Catalogue.publish(api);
    }

    /** The same without the plan of short holds, and with another hold in the others. */
    public void publishCatalogue(Duration hold) {
        Catalogue.publish(api, hold);
    }

    /**
     * Opens tenants side by side.
     *
     * @param use what the calls of the run are expected to cost each caller, in the main meter of the tenant's offer
     */
    public void openAll(List<Tenant> tenants, Map<Caller, Long> use) {
        var threads = Executors.newFixedThreadPool(PARALLEL);
        try {
            var tasks = new ArrayList<Callable<Void>>();
            for (var tenant : tenants) {
                tasks.add(() -> {
                    open(tenant, use);
                    return null;
                });
            }
            for (var done : threads.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a tenant cannot be opened: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            threads.shutdown();
        }
    }

    /** API keys of the callers opened so far. */
    public Map<Caller, String> secrets() {
        return Map.copyOf(secrets);
    }

    private void open(Tenant tenant, Map<Caller, Long> use) {
        var base = "/v1/tenants/" + tenant.tenantId();
        api.post(
                "/v1/tenants",
                Map.of(
                        "tenantId", tenant.tenantId(),
                        "name", tenant.name(),
                        "timezone", tenant.timezone(),
                        "planId", tenant.offer().planId()));
        for (var app : tenant.apps()) {
            api.post(base + "/apps", Map.of("appId", app.appId(), "name", app.appId()));
            for (var keyId : app.keyIds()) {
                var issued = api.post(base + "/apps/" + app.appId() + "/keys", Map.of("keyId", keyId));
                secrets.put(
                        new Caller(tenant.tenantId(), app.appId(), keyId),
                        issued.path("secret").asString());
            }
        }
        fund(tenant, base, use);
    }

    private void fund(Tenant tenant, String base, Map<Caller, Long> use) {
        var meter = tenant.offer().meter();
        var first = tenant.callers().get(0);
        long all = use(tenant.callers(), use);
        long grant = tenant.funding() == Funding.SHORT_WALLET ? Math.max(1, all / 2) : 3 * all + RESERVE;
        api.post(
                base + "/grants",
                Map.of("level", "org", "scope", "-", "meter", meter, "amount", grant, "reason", "prepayment"));
        if (tenant.funding() == Funding.SHORT_APP) {
            var ofApp = tenant.callers().stream()
                    .filter(caller -> caller.appId().equals(first.appId()))
                    .toList();
            api.put(base + "/budgets", budget("app", first.appId(), meter, "month", use(ofApp, use) / 2));
        } else if (tenant.funding() == Funding.SHORT_KEY) {
            var scope = first.appId() + "/" + first.keyId();
            api.put(base + "/budgets", budget("key", scope, meter, "day", use(List.of(first), use) / 2));
        }
    }

    private static Map<String, ?> budget(String level, String scope, String meter, String period, long limit) {
        return Map.of("level", level, "scope", scope, "meter", meter, "period", period, "limit", limit);
    }

    private static long use(List<Caller> callers, Map<Caller, Long> use) {
        return callers.stream()
                .mapToLong(caller -> use.getOrDefault(caller, 0L))
                .sum();
    }
}
