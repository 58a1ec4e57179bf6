package io.quotaledger.ledgerservice.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.Outcome;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PendingOutcomesTest {
    private static final String ID = "e1";

    private final PendingOutcomes pending = new PendingOutcomes();
    private final CompletableFuture<Outcome> ours = new CompletableFuture<>();

    @Test
    void shouldNotTakeTheOutcomeOfAnotherInstancesCommandForItsOwnWhenBothHaveOneEventId() {
        pending.add(ID, ours);
        pending.acknowledge(ID, ours, 8);

        pending.complete(outcome(7, "accepted"));
        assertThat(ours).isNotDone();

        pending.complete(outcome(8, "event_id_reused"));
        assertThat(ours).isCompletedWithValueMatching(outcome -> outcome.getOffset() == 8);
        assertThat(pending.size()).isZero();
    }

    @Test
    void shouldFindItsOutcomeWhenItComesBeforeKafkasAcknowledgement() {
        pending.add(ID, ours);
        pending.complete(outcome(7, "accepted"));
        pending.complete(outcome(8, "event_id_reused"));
        assertThat(ours).isNotDone();

        pending.acknowledge(ID, ours, 8);

        assertThat(ours)
                .isCompletedWithValueMatching(outcome -> outcome.getCode().equals("event_id_reused"));
        assertThat(pending.size()).isZero();
    }

    @Test
    void shouldGiveEachItsOwnWhenTwoFromHereHaveOneEventId() {
        var second = new CompletableFuture<Outcome>();
        pending.add(ID, ours);
        pending.add(ID, second);
        pending.complete(outcome(7, "accepted"));
        pending.acknowledge(ID, ours, 7);
        pending.acknowledge(ID, second, 8);
        pending.complete(outcome(8, "event_id_reused"));

        assertThat(ours).isCompletedWithValueMatching(outcome -> outcome.getOffset() == 7);
        assertThat(second).isCompletedWithValueMatching(outcome -> outcome.getOffset() == 8);
        assertThat(pending.size()).isZero();
    }

    @Test
    void shouldTakeAnOutcomeThatDoesNotSayWhereItsCommandIs() {
        pending.add(ID, ours);
        pending.acknowledge(ID, ours, 8);

        pending.complete(outcome(-1, "accepted"));

        assertThat(ours).isCompleted();
    }

    @Test
    void shouldForgetACommandWhenItWasNotSent() {
        pending.add(ID, ours);
        pending.remove(ID, ours);

        pending.complete(outcome(7, "accepted"));

        assertThat(ours).isNotDone();
        assertThat(pending.size()).isZero();
    }

    private static Outcome outcome(long offset, String code) {
        return Outcome.newBuilder()
                .setTenantId("acme")
                .setEventId(ID)
                .setTime(Instant.EPOCH)
                .setAccepted(code.equals("accepted"))
                .setCode(code)
                .setOffset(offset)
                .build();
    }
}
