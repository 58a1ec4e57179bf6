package io.quotaledger.ledgerservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quotaledger.quotastore.AdmitResult;
import io.quotaledger.quotastore.CloseResult;
import io.quotaledger.quotastore.Closing;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The end of a failed call is reported several times. Case B42. */
class RefundIT extends WalletTest {
    private static final String TENANT = "refund-many";
    private static final String RESERVATION = "refund-many-1";
    private static final long HELD = 22_600;

    @Test
    void shouldRefundOnceHoweverOftenItIsTold() {
        open(TENANT, 100_000);
        assertThat(admit(TENANT, RESERVATION, HELD)).isInstanceOf(AdmitResult.Admitted.class);
        await().atMost(SOON).until(() -> wallet("reserved") == HELD);

        // Two pollers and a callback at once, and a repeat after a time-out that hid the success.
        var answers = Stream.generate(() -> redis.close(new Closing(refund(), List.of(key(TENANT)))))
                .limit(3)
                .toList();
        var results = answers.stream()
                .map(answer -> answer.toCompletableFuture().join())
                .toList();
        assertThat(results).filteredOn(CloseResult.Closed.class::isInstance).hasSize(1);
        assertThat(results)
                .filteredOn(CloseResult.AlreadyClosed.class::isInstance)
                .hasSize(2);
        try (var log = new EventLog()) {
            // Who got no answer from Redis at all tells the log.
            log.append(refund());
            log.append(refund());
        }

        await().atMost(SOON).until(() -> refunds() == 3);
        await().atMost(SOON).until(() -> wallet("reserved") == 0);
        await().atMost(SOON).until(() -> inRedis(TENANT).orElseThrow().balance().reserved() == 0);
        assertThat(wallet("available")).isEqualTo(100_000);
        assertThat(wallet("consumed")).isZero();
        assertThat(inRedis(TENANT).orElseThrow().balance().available()).isEqualTo(100_000);
        assertThat(read(Topic.JOURNAL, JournalEntry.class).stream()
                        .filter(entry -> entry.getTenantId().equals(TENANT)))
                .filteredOn(entry -> entry.getKind() == EntryKind.REFUNDED)
                .hasSize(1);
    }

    private static QuotaEvent refund() {
        var legs = List.of(new Leg(WALLET, HELD, 0L, null));
        return EventLog.event(TENANT)
                .setRefunded(new Refunded(RESERVATION, legs, "upstream_error", 502, CALL))
                .build();
    }

    /** Those that have come to the log: one of the script, two that went past it. */
    private static long refunds() {
        return read(Topic.EVENTS, QuotaEvent.class).stream()
                .filter(event -> event.getTenantId().equals(TENANT) && event.getRefunded() != null)
                .count();
    }

    private long wallet(String figure) {
        return new TenantBooks(TENANT).wallet(operator()).path(figure).asLong();
    }
}
