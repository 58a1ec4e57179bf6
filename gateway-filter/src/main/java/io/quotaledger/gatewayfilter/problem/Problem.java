package io.quotaledger.gatewayfilter.problem;

import io.quotaledger.schemas.avro.Level;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as the client gets it (RFC 9457). Nothing was consumed at any level.
 *
 * @param code what kind of refusal
 * @param detail one sentence for people
 * @param retryAfter when a repeat may pass; null: a repeat will not pass
 * @param account the account or rate limit that refused; null if none did
 */
public record Problem(
        Code code,
        String detail,
        @Nullable Duration retryAfter,
        @Nullable Refusing account) {

    /** Kinds of refusals, with their HTTP status. The names are stable; clients tell them apart by {@code type}. */
    public enum Code {
        /** Missing or unknown API key. */
        UNAUTHENTICATED(401, "No valid API key"),
        /** The request cannot be read, or asks for what is not allowed. */
        INVALID_REQUEST(400, "Invalid request"),
        /** The plan has a price meter, and its price book no price for the model. */
        MODEL_NOT_PRICED(400, "Model not priced"),
        /** The body is larger than this gateway takes. */
        REQUEST_TOO_LARGE(413, "Request too large"),
        /** An account cannot hold the amount. */
        QUOTA_EXHAUSTED(429, "Quota exhausted"),
        /** An account could hold the amount if calls in flight did not hold theirs. */
        QUOTA_HELD_IN_FLIGHT(429, "Quota held by calls in flight"),
        /** A rate limit was hit. */
        RATE_LIMITED(429, "Rate limited"),
        /** An account has used up its overage allowance. */
        OVERAGE_EXHAUSTED(402, "Overage exhausted"),
        /** The reservation id was used before, for other content. */
        RESERVATION_REUSED(409, "Reservation reused"),
        /** Redis, or an account in it, or the gateway's configuration is not there. */
        STORE_UNAVAILABLE(503, "Quota store unavailable");

        private final int status;
        private final String title;

        Code(int status, String title) {
            this.status = status;
            this.title = title;
        }

        /** HTTP status. */
        public int status() {
            return status;
        }

        /** Short text for people, the same for each refusal of this kind. */
        public String title() {
            return title;
        }

        /** Last part of the type URI, such as {@code quota-exhausted}. */
        public String slug() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The type URI. */
        public String type() {
            return "urn:quota:problem:" + slug();
        }
    }

    /**
     * What refused.
     *
     * @param level level of the account or rate limit
     * @param scope its scope
     * @param meter its meter; null for a rate limit
     * @param period its period id; null for a rate limit
     * @param needed what the request needs, in the meter's smallest unit, or 1 call
     * @param available what there is, never negative
     */
    public record Refusing(
            Level level,
            String scope,
            @Nullable String meter,
            @Nullable String period,
            long needed,
            long available) {}

    /** A refusal that a repeat will not change. */
    public static Problem of(Code code, String detail) {
        return new Problem(code, detail, null, null);
    }

    /** A refusal that may pass later. */
    public static Problem retryable(Code code, String detail, Duration retryAfter) {
        return new Problem(code, detail, retryAfter, null);
    }

    /** Whole seconds for {@code Retry-After}, rounded up, at least 1. */
    public static long seconds(Duration wait) {
        return Math.max(1, -Math.floorDiv(-wait.toMillis(), 1000L));
    }
}
