package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreStamp;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script adds to an event. */
final class OutboxEntryTest {
    private final List<AccountKey> path = Samples.threeLevels("t1");
    private final QuotaEvent prepaid = Samples.admission("r1", path, 5).event();

    @Test
    void shouldFillInTimePeriodsStampsAndOverageAndLeaveTheTemplateAlone() {
        var untouched = Samples.SERDE.toBytes(Topic.EVENTS, prepaid);
        var event = new OutboxEntry("1-0", 1234, "-,1,0;2026-12;2026-12-01,7,3", true).complete(prepaid);
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(1234));
        assertThat(event.getEventId()).isEqualTo(prepaid.getEventId());
        var payload = Objects.requireNonNull(event.getPrepaid());
        assertThat(payload.getOverage()).isTrue();
        assertThat(payload.getLegs())
                .extracting(leg -> leg.getAccount().getPeriod())
                .containsExactly("-", "2026-12", "2026-12-01");
        assertThat(payload.getLegs())
                .extracting(Leg::getStamp)
                .containsExactly(new StoreStamp(1L, 0L), null, new StoreStamp(7L, 3L));
        assertThat(Samples.SERDE.toBytes(Topic.EVENTS, prepaid)).isEqualTo(untouched);
    }

    @Test
    void shouldGiveEqualBytesWhenTheTemplateWasReadBack() {
        var entry = new OutboxEntry("1-0", 1234, "-,1,0;2026-12;2026-12-01,7,3", false);
        for (var template : List.of(
                prepaid,
                Samples.settlement("r1", path, 5, 7).event(),
                Samples.refund("r1", path, 5).event())) {
            var readBack =
                    (QuotaEvent) Samples.SERDE.fromBytes(Topic.EVENTS, Samples.SERDE.toBytes(Topic.EVENTS, template));
            assertThat(Samples.SERDE.toBytes(Topic.EVENTS, entry.complete(readBack)))
                    .isEqualTo(Samples.SERDE.toBytes(Topic.EVENTS, entry.complete(template)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-,1,0", "-,1,0;-;-;-", "-,1;-;-", "-,1,0,0;-;-", "-,x,0;-;-"})
    void shouldRefuseStampsThatAreNotOfTheEvent(String stamps) {
        assertThatThrownBy(() -> new OutboxEntry("1-0", 1, stamps, false).complete(prepaid))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseAnEventThatIsNotOfAScript() {
        var event = QuotaEvent.newBuilder(prepaid).setPrepaid(null).build();
        assertThatThrownBy(() -> new OutboxEntry("1-0", 1, "-", false).complete(event))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
