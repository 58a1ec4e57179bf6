package io.quotaledger.quickstart.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.EntryKind;
import io.quotaledger.schemas.avro.JournalEntry;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Sha256;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallTrailTest {
    private static final Call CALL = new Call("chat", "k1", "models", "tide-mini", "", 0L);

    private final CallTrail trail = new CallTrail();

    @Test
    void shouldKnowTheEntriesOfACallAndWhoClosedIt() {
        trail.accept(event("t1")
                .setPrepaid(new Prepaid("r1", List.of(), 1_000L, false, CALL))
                .build());
        trail.accept(event("t2")
                .setPrepaid(new Prepaid("r2", List.of(), 1_000L, false, CALL))
                .build());
        trail.accept(event("t2")
                .setRefunded(new Refunded("r2", List.of(), "test", 500, CALL))
                .build());
        var prepaid = entry(1, EntryKind.PREPAID, "r1");
        trail.accept(prepaid);
        trail.accept(entry(2, EntryKind.GRANTED, null));

        assertThat(trail.bookedByTrace())
                .containsOnlyKeys("t1", "t2")
                .containsEntry("t1", List.of(new Booked("r1", false, List.of(prepaid))))
                .containsEntry("t2", List.of(new Booked("r2", true, List.of())));
    }

    private static QuotaEvent.Builder event(String trace) {
        return QuotaEvent.newBuilder()
                .setEventId("e")
                .setTenantId("acme")
                .setTime(Instant.EPOCH)
                .setSource("gateway/test")
                .setTraceParent(trace);
    }

    private static JournalEntry entry(long number, EntryKind kind, @Nullable String reservationId) {
        return JournalEntry.newBuilder()
                .setTenantId("acme")
                .setNumber(number)
                .setTime(Instant.EPOCH)
                .setEventId("e" + number)
                .setKind(kind)
                .setReservationId(reservationId)
                .setMovements(List.of())
                .setPreviousHash(new Sha256(new byte[32]))
                .build();
    }
}
