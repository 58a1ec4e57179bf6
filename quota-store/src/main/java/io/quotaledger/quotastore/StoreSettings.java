package io.quotaledger.quotastore;

import java.time.Duration;

/**
 * How to reach Redis, and how long things live there.
 *
 * @param uri {@code redis://}, {@code rediss://} (TLS) or {@code redis-socket://} (unix socket, needs Netty's native
 *     transport), with user, password and database as Lettuce reads them
 * @param commandTimeout longest wait for an answer; default 250 ms
 * @param connectTimeout longest wait for a connection; default 1 s
 * @param requestQueueSize calls under way at a time, beyond which calls fail at once; default 8,192
 * @param receiptMargin life of a receipt beyond the hold it belongs to, and beyond its closing; default 15 min
 * @param unknownReceiptLife life of the receipt that closing a reservation writes if Redis did not know it; default 1 h
 * @param budgetGrace time that a budget's account stays in Redis after its period; no hold may be longer, so that an
 *     account never leaves before its last hold; default 1 day
 * @param outboxLimit events that may wait in the outbox of a bucket, beyond which nothing more is admitted there;
 *     closings are always taken; default 100,000, about 100 MB
 */
public record StoreSettings(
        String uri,
        Duration commandTimeout,
        Duration connectTimeout,
        int requestQueueSize,
        Duration receiptMargin,
        Duration unknownReceiptLife,
        Duration budgetGrace,
        int outboxLimit) {
    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a duration is not positive or a size is not positive
     */
    public StoreSettings {
        requirePositive("commandTimeout", commandTimeout);
        requirePositive("connectTimeout", connectTimeout);
        requirePositive("receiptMargin", receiptMargin);
        requirePositive("unknownReceiptLife", unknownReceiptLife);
        requirePositive("budgetGrace", budgetGrace);
        if (requestQueueSize < 1) {
            throw new IllegalArgumentException("requestQueueSize must be at least 1");
        }
        if (outboxLimit < 1) {
            throw new IllegalArgumentException("outboxLimit must be at least 1");
        }
    }

    /** All defaults. */
    public static StoreSettings of(String uri) {
        return new StoreSettings(
                uri,
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                8192,
                Duration.ofMinutes(15),
                Duration.ofHours(1),
                Duration.ofDays(1),
                100_000);
    }

    /** With another {@link #commandTimeout}. */
    public StoreSettings withCommandTimeout(Duration timeout) {
        return new StoreSettings(
                uri,
                timeout,
                connectTimeout,
                requestQueueSize,
                receiptMargin,
                unknownReceiptLife,
                budgetGrace,
                outboxLimit);
    }

    /** With another {@link #connectTimeout}. */
    public StoreSettings withConnectTimeout(Duration timeout) {
        return new StoreSettings(
                uri,
                commandTimeout,
                timeout,
                requestQueueSize,
                receiptMargin,
                unknownReceiptLife,
                budgetGrace,
                outboxLimit);
    }

    /** With another {@link #requestQueueSize}. */
    public StoreSettings withRequestQueueSize(int size) {
        return new StoreSettings(
                uri, commandTimeout, connectTimeout, size, receiptMargin, unknownReceiptLife, budgetGrace, outboxLimit);
    }

    /** With another {@link #receiptMargin}. */
    public StoreSettings withReceiptMargin(Duration margin) {
        return new StoreSettings(
                uri,
                commandTimeout,
                connectTimeout,
                requestQueueSize,
                margin,
                unknownReceiptLife,
                budgetGrace,
                outboxLimit);
    }

    /** With another {@link #budgetGrace}. */
    public StoreSettings withBudgetGrace(Duration grace) {
        return new StoreSettings(
                uri,
                commandTimeout,
                connectTimeout,
                requestQueueSize,
                receiptMargin,
                unknownReceiptLife,
                grace,
                outboxLimit);
    }

    /** With another {@link #outboxLimit}. */
    public StoreSettings withOutboxLimit(int limit) {
        return new StoreSettings(
                uri,
                commandTimeout,
                connectTimeout,
                requestQueueSize,
                receiptMargin,
                unknownReceiptLife,
                budgetGrace,
                limit);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isNegative() || duration.toMillis() == 0) {
            throw new IllegalArgumentException(name + " must be at least 1 ms");
        }
    }
}
