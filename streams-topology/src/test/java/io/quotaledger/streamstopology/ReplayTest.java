package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.avro.state.LogPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log is read again from its beginning while the stores are kept. */
class ReplayTest {
    private static final String PARTITION = Topic.EVENTS.topicName() + "-0";
    private static final Instant LATER = Fixture.START.plus(Duration.ofDays(60));

    private final TopologyKit kit = new TopologyKit();
    private final Fixture fixture = new Fixture();

    @BeforeEach
    void open() {
        kit.sendAll(fixture.opening());
        kit.sendAll(call("r1"));
    }

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void shouldBookNothingTwiceWhenTheLogIsReadAgainAfterItsCallsWereForgotten() {
        var call = call("r2");
        kit.sendAll(call);
        var commands = List.of(fixture.grant("g2", 5, null, null));
        kit.sendAll(commands);
        kit.send(Fixture.at(fixture.grant("g3", 1, null, null), LATER), LATER);
        kit.send(Fixture.at(fixture.grant("g4", 1, null, null), LATER), LATER);
        assertThat(kit.reader().reservation(Fixture.TENANT, "r2")).isEmpty();
        var balances = kit.reader().balances(Fixture.TENANT);
        var outcomes = kit.outcomes().size();

        readOnAsIfTheLogWere(1_000);
        kit.sendAll(call);
        kit.sendAll(commands);

        assertThat(kit.reader().balances(Fixture.TENANT)).isEqualTo(balances);
        assertThat(kit.outcomes()).hasSize(outcomes);
        assertThat(kit.deadLetters()).isEmpty();
    }

    @Test
    void shouldFoldARecordAtAnOldOffsetWhenItIsOfANewLog() {
        readOnAsIfTheLogWere(1_000);

        for (var event : call("r2")) {
            kit.send(Fixture.at(event, LATER), LATER.plusMillis(1));
        }

        assertThat(kit.reader().reservation(Fixture.TENANT, "r2")).isPresent();
        assertThat(kit.logPositions().get(PARTITION).getOffset()).isLessThan(1_000);
    }

    @Test
    void shouldNoteHowFarItHasFoldedWhenARecordCannotBeRead() {
        var before = kit.logPositions().get(PARTITION);

        kit.sendBytes(null, null, Fixture.START.minusMillis(5));

        assertThat(kit.logPositions().get(PARTITION))
                .isEqualTo(new LogPosition(before.getOffset() + 1, before.getAppendTime()));
    }

    private List<QuotaEvent> call(String id) {
        return List.of(fixture.prepaid(id, 20, null), fixture.settled(id, 20, 10, null));
    }

    /** The test's log has no way back: so let all that comes next be of offsets that were folded. */
    private void readOnAsIfTheLogWere(long records) {
        kit.logPositions().put(PARTITION, new LogPosition(records, LATER));
    }
}
