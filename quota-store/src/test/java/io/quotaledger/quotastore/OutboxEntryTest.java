package io.quotaledger.quotastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.StreamMessage;
import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.Checkpointed;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.StoreFigures;
import io.quotaledger.schemas.avro.StoreStamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script adds to an event. */
final class OutboxEntryTest {
    private static final String POINT = "3,7,40,2,-100,20,9007199254740991,1";

    private final List<AccountKey> path = Samples.threeLevels("t1");
    private final QuotaEvent prepaid = Samples.admission("r1", path, 5).event();
    private final QuotaEvent checkpoint = Samples.checkpoint(path.get(2));

    @Test
    void shouldFillInTimePeriodsStampsAndOverageAndLeaveTheTemplateAlone() {
        var untouched = Samples.SERDE.toBytes(Topic.EVENTS, prepaid);
        var event = OutboxEntry.ofLegs("1-0", 1234, "-,1,0;2026-12;2026-12-01,7,3", true)
                .complete(prepaid);
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
        var entry = OutboxEntry.ofLegs("1-0", 1234, "-,1,0;2026-12;2026-12-01,7,3", false);
        for (var template : List.of(
                prepaid,
                Samples.settlement("r1", path, 5, 7).event(),
                Samples.refund("r1", path, 5).event())) {
            assertEqualWhenReadBack(entry, template);
        }
        assertEqualWhenReadBack(OutboxEntry.ofPoint("1-0", 1234, POINT), checkpoint);
        assertEqualWhenReadBack(OutboxEntry.ofPoint("1-0", 1234, POINT), Samples.drop(path.get(2)));
    }

    @Test
    void shouldFillInThePointOfACheckpointAndLeaveTheTemplateAlone() {
        var untouched = Samples.SERDE.toBytes(Topic.EVENTS, checkpoint);
        var event = OutboxEntry.ofPoint("1-0", 1234, POINT).complete(checkpoint);
        assertThat(event.getTime()).isEqualTo(Instant.ofEpochMilli(1234));
        assertThat(event.getEventId()).isEqualTo(checkpoint.getEventId());
        assertThat(event.getCheckpointed())
                .isEqualTo(new Checkpointed(
                        path.get(2).toRef(), 3L, 7L, 40L, 2L, new StoreFigures(-100L, 20L, 9007199254740991L, true)));
        assertThat(Samples.SERDE.toBytes(Topic.EVENTS, checkpoint)).isEqualTo(untouched);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1,0,0,0,5,0,0", "1,0,0,0,5,0,0,0,0", "1,0,0,0,5,0,0,2", "1,0,0,0,5,0,0,", "1,0,0,0,x,0,0,1"
            })
    void shouldRefuseWhatIsNoPoint(String point) {
        var entry = OutboxEntry.ofPoint("1-0", 1, point);
        assertThatThrownBy(() -> entry.complete(checkpoint)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseAPointForAReservationAndStampsForACheckpoint() {
        var point = OutboxEntry.ofPoint("1-0", 1, POINT);
        assertThatThrownBy(() -> point.complete(prepaid)).isInstanceOf(IllegalArgumentException.class);
        var stamps = OutboxEntry.ofLegs("1-0", 1, "-,1,0", false);
        assertThatThrownBy(() -> stamps.complete(checkpoint)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldReadTheEntriesOfTheScriptsOnly() {
        assertThat(OutboxEntry.of(message(Map.of("t", "5", "s", "-", "o", "1"))))
                .isEqualTo(OutboxEntry.ofLegs("1-0", 5, "-", true));
        assertThat(OutboxEntry.of(message(Map.of("t", "5", "c", POINT))))
                .isEqualTo(OutboxEntry.ofPoint("1-0", 5, POINT));
        for (var wrong : List.of(
                Map.of("s", "-"),
                Map.of("t", "x", "s", "-"),
                Map.of("t", "5"),
                Map.of("t", "5", "s", "-", "c", POINT))) {
            assertThatThrownBy(() -> OutboxEntry.of(message(wrong))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-,1,0", "-,1,0;-;-;-", "-,1;-;-", "-,1,0,0;-;-", "-,x,0;-;-"})
    void shouldRefuseStampsThatAreNotOfTheEvent(String stamps) {
        assertThatThrownBy(() -> OutboxEntry.ofLegs("1-0", 1, stamps, false).complete(prepaid))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseAnEventThatIsNotOfAScript() {
        var event = QuotaEvent.newBuilder(prepaid).setPrepaid(null).build();
        assertThatThrownBy(() -> OutboxEntry.ofLegs("1-0", 1, "-", false).complete(event))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertEqualWhenReadBack(OutboxEntry entry, QuotaEvent template) {
        var readBack =
                (QuotaEvent) Samples.SERDE.fromBytes(Topic.EVENTS, Samples.SERDE.toBytes(Topic.EVENTS, template));
        assertThat(Samples.SERDE.toBytes(Topic.EVENTS, entry.complete(readBack)))
                .isEqualTo(Samples.SERDE.toBytes(Topic.EVENTS, entry.complete(template)));
    }

    private static StreamMessage<String, byte[]> message(Map<String, String> fields) {
        var body = new HashMap<String, byte[]>();
        fields.forEach((name, text) -> body.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return new StreamMessage<>("outbox", "1-0", body);
    }
}
