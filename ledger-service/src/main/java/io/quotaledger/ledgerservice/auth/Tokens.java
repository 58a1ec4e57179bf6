package io.quotaledger.ledgerservice.auth;

import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.token.validator.TokenValidator;
import io.quotaledger.schemas.Ids;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Knows the configured tokens by their SHA-256, and compares with all of them in constant time. */
@Singleton
final class Tokens implements TokenValidator<HttpRequest<?>> {
    private static final int MIN_LENGTH = 16;

    private final List<KnownToken> known = new ArrayList<>();

    private record KnownToken(ByteBuffer hash, Authentication authentication) {}

    Tokens(AuthSettings settings) {
        if (settings.operatorToken() != null && !settings.operatorToken().isEmpty()) {
            add(settings.operatorToken(), Authentication.build("operator", List.of(Roles.OPERATOR)));
        }
        settings.readers().forEach((tenantId, token) -> {
            Ids.require("quota.auth.readers", tenantId);
            add(
                    token,
                    Authentication.build(
                            "reader/" + tenantId, List.of(Roles.TENANT_READER), Map.of(Roles.TENANT, tenantId)));
        });
    }

    private void add(String token, Authentication authentication) {
        if (token.length() < MIN_LENGTH) {
            throw new IllegalArgumentException(
                    "quota.auth: the token of " + authentication.getName() + " is shorter than " + MIN_LENGTH);
        }
        var hash = sha256(token);
        if (find(hash) != null) {
            throw new IllegalArgumentException("quota.auth: two names have the same token");
        }
        known.add(new KnownToken(ByteBuffer.wrap(hash), authentication));
    }

    @Override
    public Publisher<Authentication> validateToken(String token, @Nullable HttpRequest<?> request) {
        return Mono.justOrEmpty(find(sha256(token)));
    }

    private @Nullable Authentication find(byte[] hash) {
        @Nullable Authentication found = null;
        for (var candidate : known) {
            if (MessageDigest.isEqual(candidate.hash().array(), hash)) {
                found = candidate.authentication();
            }
        }
        return found;
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
