package io.quotaledger.ledgerservice.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Secrets of API keys: {@code qk_} and 256 random bits. Only their SHA-256 leaves the answer that shows them. */
final class KeySecrets {
    private static final String PREFIX = "qk_";
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private KeySecrets() {}

    static String next() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** SHA-256 in lower-case hex. */
    static String hash(String secret) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
