package io.quotaledger.ledgerservice.command;

import io.quotaledger.ledgerservice.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Event ids of commands: the same for the same tenant, route and {@code Idempotency-Key}; random without that header. */
public final class CommandId {
    /** Name of the header. */
    public static final String HEADER = "Idempotency-Key";

    private static final String VISIBLE_ASCII = "[\\x21-\\x7e]{1,255}";

    private CommandId() {}

    /**
     * The event id.
     *
     * @param tenantId tenant of the command
     * @param route method and path
     * @param idempotencyKey value of the header, if there is one
     * @throws ProblemException if the header is not 1 to 255 visible ASCII characters
     */
    public static String of(String tenantId, String route, @Nullable String idempotencyKey) {
        if (idempotencyKey == null) {
            return UUID.randomUUID().toString();
        }
        if (!idempotencyKey.matches(VISIBLE_ASCII)) {
            throw ProblemException.invalid(HEADER, HEADER + " must be 1 to 255 visible ASCII characters");
        }
        var hash = sha256(String.join("\n", tenantId, route, idempotencyKey));
        var bytes = ByteBuffer.wrap(hash);
        // Version 8, variant 2 of RFC 9562: a UUID of one's own making.
        var high = (bytes.getLong() & ~0xf000L) | 0x8000L;
        var low = (bytes.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
