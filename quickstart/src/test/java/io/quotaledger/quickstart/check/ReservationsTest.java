package io.quotaledger.quickstart.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.Level;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.ReservationExpired;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events of a reservation the ledger is to make a journal entry of: the table of design.md section 5. */
class ReservationsTest {
    private static final String TENANT = "acme";
    private static final Call CALL = new Call("chat", "k1", "models", "tide-mini", "", 0L);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "prepaid settled, true true, true",
        "prepaid refunded, true true, true",
        "prepaid expired, true true, true",
        "prepaid expired settled, true true true, true",
        "prepaid expired refunded, true true false, true",
        "prepaid settled settled, true true false, true",
        "prepaid settled expired, true true false, true",
        "settled prepaid, true false, true",
        "refunded prepaid, false false, true",
        "prepaid, true, false"
    })
    void shouldKnowWhichEventsMoveSomething(String events, String moving, boolean closed) {
        var reservations = new Reservations(Set.of(TENANT));
        var kinds = words(events);

        var found = IntStream.range(0, kinds.size())
                .mapToObj(i -> reservations.add(event("e" + i, kinds.get(i))))
                .toList();

        assertThat(found).isEqualTo(words(moving).stream().map(Boolean::valueOf).toList());
        assertThat(reservations.areClosed()).isEqualTo(closed);
    }

    @ParameterizedTest
    @CsvSource({"prepaid", "settled", "refunded", "expired"})
    void shouldCountARepeatedEventOnce(String kind) {
        var reservations = new Reservations(Set.of(TENANT));
        reservations.add(event("e1", kind));

        assertThat(reservations.add(event("e1", kind))).isFalse();
        assertThat(reservations.allClosings()).hasSize(kind.equals("prepaid") ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"prepaid settled settled, true", "prepaid settled refunded, false", "prepaid expired settled, false"})
    void shouldTakeAnEndingThatIsToldTwiceForOne(String events, boolean balanced) {
        var reservations = new Reservations(Set.of(TENANT));
        var kinds = words(events);
        IntStream.range(0, kinds.size()).forEach(i -> reservations.add(event("e" + i, kinds.get(i))));

        assertThat(reservations.unbalanced().isEmpty()).isEqualTo(balanced);
    }

    private static List<String> words(String text) {
        return List.of(text.split(" ", -1));
    }

    private static QuotaEvent event(String eventId, String kind) {
        var event = QuotaEvent.newBuilder()
                .setEventId(eventId)
                .setTenantId(TENANT)
                .setTime(Instant.EPOCH)
                .setSource("gateway/test");
        var legs = List.of(new Leg(new AccountRef(Level.ORG, "-", "tokens", "-"), 10L, 5L, null));
        switch (kind) {
            case "prepaid" -> event.setPrepaid(new Prepaid("r1", legs, 1_000L, false, CALL));
            case "settled" ->
                event.setSettled(new Settled(
                        "r1",
                        legs,
                        Provenance.REPORTED,
                        Usage.newBuilder().build(),
                        null,
                        200,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        CALL));
            case "refunded" -> event.setRefunded(new Refunded("r1", legs, "test", 500, CALL));
            default -> event.setReservationExpired(new ReservationExpired("r1"));
        }
        return event.build();
    }
}
