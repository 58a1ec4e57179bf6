package io.quotaledger.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quotaledger.schemas.avro.Call;
import io.quotaledger.schemas.avro.Prepaid;
import io.quotaledger.schemas.avro.Provenance;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.Refunded;
import io.quotaledger.schemas.avro.Settled;
import io.quotaledger.schemas.avro.Usage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationsTest {
    private static final Call CALL = new Call("chat", "k1", "models", "gpt-4.1", "", 0L);

    private final Reservations reservations = new Reservations();

    @Test
    void shouldBeCompleteWhenEachCallIsPrepaidAndSettledHoweverOftenItsEventsCome() {
        reservations.add(prepaid("r1"));
        reservations.add(settled("r2"));
        reservations.add(prepaid("r2"));
        reservations.add(prepaid("r2"));
        assertThat(reservations.areComplete(2)).isFalse();

        reservations.add(settled("r1"));

        assertThat(reservations.areComplete(2)).isTrue();
        reservations.close(2);
    }

    @Test
    void shouldFailWhenAnEventIsLost() {
        reservations.add(prepaid("r1"));
        reservations.add(prepaid("r2"));
        reservations.add(settled("r1"));

        assertThatIllegalStateException()
                .isThrownBy(() -> reservations.close(2))
                .withMessage("2 calls, but 2 are prepaid and 1 settled");
    }

    @Test
    void shouldFailWhenACallIsRefunded() {
        reservations.add(prepaid("r1"));
        reservations.add(event().setRefunded(new Refunded("r1", List.of(), "timeout", 0, CALL))
                .build());

        assertThatIllegalStateException().isThrownBy(() -> reservations.close(1));
    }

    @Test
    void shouldFailWhenThereAreMoreThanCalls() {
        reservations.add(prepaid("r1"));
        reservations.add(settled("r1"));

        assertThatIllegalStateException().isThrownBy(() -> reservations.close(0));
    }

    @Test
    void shouldTakeALateRepeatForNoneOfTheNextCalls() {
        reservations.add(prepaid("r1"));
        reservations.add(settled("r1"));
        reservations.close(1);

        reservations.add(settled("r1"));

        assertThat(reservations.areComplete(0)).isTrue();
        reservations.close(0);
    }

    private static QuotaEvent prepaid(String reservation) {
        return event().setPrepaid(new Prepaid(reservation, List.of(), 1L, false, CALL))
                .build();
    }

    private static QuotaEvent settled(String reservation) {
        var usage = new Usage(1L, 0L, 0L, 1L);
        return event().setSettled(new Settled(
                        reservation,
                        List.of(),
                        Provenance.REPORTED,
                        usage,
                        null,
                        200,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        CALL))
                .build();
    }

    private static QuotaEvent.Builder event() {
        return QuotaEvent.newBuilder()
                .setEventId("e1")
                .setTenantId("org-1")
                .setTime(Instant.EPOCH)
                .setSource("gateway/test");
    }
}
