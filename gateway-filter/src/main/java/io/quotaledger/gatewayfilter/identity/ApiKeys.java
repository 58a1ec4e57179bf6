package io.quotaledger.gatewayfilter.identity;

import io.quotaledger.gatewayfilter.config.ConfigView;
import io.quotaledger.gatewayfilter.problem.Problem;
import io.quotaledger.gatewayfilter.problem.RefusedException;
import io.quotaledger.schemas.avro.KeyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Finds the caller by the hash of the API key. No header that a client can set is believed for anything else. */
public final class ApiKeys {
    /** Headers of ours begin with this; those a client sends are removed. */
    public static final String OWN_HEADERS = "x-quota-";

    private static final String BEARER = "Bearer ";
    private static final int MAX_SECRET_LENGTH = 512;
    private static final Duration CONFIG_WAIT = Duration.ofSeconds(1);

    private final ConfigView config;
    private final List<String> headerNames;

    /**
     * Looks keys up in the view.
     *
     * @param headerNames headers that may carry the key; {@code Authorization} carries it after {@code Bearer}
     */
    public ApiKeys(ConfigView config, List<String> headerNames) {
        this.config = config;
        this.headerNames = List.copyOf(headerNames);
    }

    /** Headers that may carry the key. */
    public List<String> headerNames() {
        return headerNames;
    }

    /**
     * Who makes the call.
     *
     * @throws RefusedException if there is no key, more than one, or an unknown one, or the configuration is not complete yet
     */
    public Caller caller(HttpHeaders headers) {
        if (!config.isReady()) {
            throw notReady();
        }
        String secret = secret(headers);
        if (secret == null) {
            throw unauthenticated("The request carries no API key.");
        }
        var key = config.key(hash(secret)).orElseThrow(() -> unauthenticated("The API key is not known."));
        return caller(key);
    }

    private Caller caller(KeyConfig key) {
        var tenant = config.tenant(key.getTenantId()).orElseThrow(ApiKeys::notReady);
        var app = config.app(key.getTenantId(), key.getAppId()).orElseThrow(ApiKeys::notReady);
        var plan = config.plan(tenant.getPlanId()).orElseThrow(ApiKeys::notReady);
        return new Caller(tenant, app, key, plan);
    }

    private @Nullable String secret(HttpHeaders headers) {
        String found = null;
        for (String name : headerNames) {
            for (String value : headers.getOrEmpty(name)) {
                String secret = secret(name, value);
                if (secret != null && found != null && !found.equals(secret)) {
                    throw unauthenticated("The request carries more than one API key.");
                }
                found = secret == null ? found : secret;
            }
        }
        return found;
    }

    private static @Nullable String secret(String name, String value) {
        String secret = value.strip();
        if (name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION)) {
            if (!secret.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
                return null;
            }
            secret = secret.substring(BEARER.length()).strip();
        }
        return secret.isEmpty() || secret.length() > MAX_SECRET_LENGTH ? null : secret;
    }

    /** SHA-256 of a secret in lower-case hex. */
    static String hash(String secret) {
        return HexFormat.of().formatHex(Sha256.newDigest().digest(secret.getBytes(StandardCharsets.UTF_8)));
    }

    private static RefusedException unauthenticated(String detail) {
        return new RefusedException(Problem.of(Problem.Code.UNAUTHENTICATED, detail));
    }

    private static RefusedException notReady() {
        return new RefusedException(Problem.retryable(
                Problem.Code.STORE_UNAVAILABLE, "The gateway has not read its configuration yet.", CONFIG_WAIT));
    }
}
