package io.quotaledger.quickstart.model;

import org.jspecify.annotations.Nullable;

/**
 * What the model server says it delivered for one call.
 *
 * @param callId id of the call
 * @param model model that answered
 * @param status HTTP status it answered with; 0 if it cut the connection before
 * @param contentBytes bytes of generated content it sent
 * @param usage usage it reported; null if it reported none
 */
public record Delivery(
        String callId,
        String model,
        int status,
        long contentBytes,
        @Nullable Tokens usage) {
    /** Whether a client has something to pay for. */
    public boolean deliveredSomething() {
        return usage != null || contentBytes > 0;
    }
}
