package io.quotaledger.quickstart.running;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the parts of a running system are.
 *
 * @param gateway base address of the gateway
 * @param service base address of the ledger service
 * @param upstream base address of the model server, or of what was given in its place
 * @param kafka {@code host:port} of the broker
 * @param registry base address of the registry's Confluent API
 * @param redis {@code redis://host:port}
 * @param operatorToken bearer token that may do everything at the service
 */
public record Endpoints(
        URI gateway, URI service, URI upstream, String kafka, URI registry, String redis, String operatorToken) {

    /**
     * Lines of a file that a shell can read.
     *
     * @param tenantId tenant that the key is of
     * @param secret API key
     */
    public String toEnvironment(String tenantId, String secret) {
        var lines = new LinkedHashMap<String, Object>();
        lines.put("GATEWAY_URL", gateway);
        lines.put("SERVICE_URL", service);
        lines.put("UPSTREAM_URL", upstream);
        lines.put("KAFKA_BOOTSTRAP_SERVERS", kafka);
        lines.put("SCHEMA_REGISTRY_URL", registry);
        lines.put("REDIS_URI", redis);
        lines.put("OPERATOR_TOKEN", operatorToken);
        lines.put("TENANT_ID", tenantId);
        lines.put("TENANT_KEY", secret);
        return lines.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining("\n", "", "\n"));
    }

    @Override
    public String toString() {
        return "Endpoints[gateway=" + gateway + ", service=" + service + "]";
    }
}
