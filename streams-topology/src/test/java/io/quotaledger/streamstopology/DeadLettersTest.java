package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quotaledger.schemas.Topic;
import io.quotaledger.schemas.avro.DeadLetter;
import io.quotaledger.schemas.avro.Leg;
import io.quotaledger.schemas.avro.QuotaEvent;
import io.quotaledger.schemas.serde.AvroDeserializer;
import io.quotaledger.schemas.serde.AvroSerde;
import io.quotaledger.schemas.serde.RegistryUnavailableException;
import io.quotaledger.schemas.serde.WireFormat;
import io.quotaledger.streamstopology.events.EventReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that cannot be read or applied, between good ones (case B46). */
class DeadLettersTest {
    private static final byte[] TENANT = Fixture.TENANT.getBytes(StandardCharsets.UTF_8);

    private final Fixture fixture = new Fixture();
    private final TopologyKit kit = new TopologyKit();
    private int goods;

    @BeforeEach
    void open() {
        kit.sendAll(fixture.opening());
    }

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void shouldGoOnAfterRandomBytes() {
        var random = new Random(46);
        for (int length : List.of(1, 4, 5, 6, 40, 400, 4_000)) {
            var bytes = new byte[length];
            random.nextBytes(bytes);
            kit.sendBytes(TENANT, bytes, Fixture.START);
            good();
        }

        assertThat(reasons()).hasSize(7).containsOnly("unreadable");
        var last = kit.deadLetters().get(6);
        assertThat(last.getTopic()).isEqualTo("quota-events");
        assertThat(last.getPartition()).isZero();
        assertThat(last.getOffset()).isEqualTo(4 + 6 * 3);
        assertThat(last.getValue().remaining()).isEqualTo(4_000);
        assertThat(new String(last.getKey().array(), StandardCharsets.UTF_8)).isEqualTo(Fixture.TENANT);
    }

    @Test
    void shouldGoOnAfterRandomBytesBehindAGoodHeader() {
        var random = new Random(46);
        var good = bytes(fixture.prepaid("x", 1, null));
        for (int i = 0; i < 300; i++) {
            var bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            kit.sendBytes(TENANT, WireFormat.wrap(WireFormat.schemaId(good), bytes), Fixture.START);
        }
        good();

        assertThat(reasons()).hasSize(300).isSubsetOf("unreadable", "wrong_key", "unknown_kind", "invalid");
    }

    @Test
    void shouldGoOnAfterAnEmptyOrMissingValueAndAMissingKey() {
        kit.sendBytes(TENANT, new byte[0], Fixture.START);
        kit.sendBytes(TENANT, null, Fixture.START);
        kit.sendBytes(null, bytes(fixture.prepaid("x", 1, null)), Fixture.START);
        kit.sendBytes("other".getBytes(StandardCharsets.UTF_8), bytes(fixture.prepaid("x", 1, null)), Fixture.START);
        good();

        assertThat(reasons()).containsExactly("unreadable", "unreadable", "wrong_key", "wrong_key");
    }

    @Test
    void shouldBookANewerVersionWithAnAdditionalFieldThatHasADefault() {
        var newer = new OtherVersion(json -> json.replaceFirst(
                "\"fields\":\\[", "\"fields\":[{\"name\":\"shard\",\"type\":\"int\",\"default\":0},"));

        kit.sendBytes(
                TENANT, newer.write(fixture.prepaid("r1", 100, null), event -> event.put("shard", 7)), Fixture.START);

        assertThat(kit.account(Fixture.ORG).getBalance().getReserved()).isEqualTo(100);
        assertThat(kit.deadLetters()).isEmpty();
    }

    @Test
    void shouldBookASymbolItDoesNotKnowWhereNothingDependsOnIt() {
        var newer = new OtherVersion(json -> json.replace("\"PER_CALL\"", "\"PER_CALL\",\"GUESSED\""));
        kit.send(fixture.prepaid("r1", 100, null));

        kit.sendBytes(
                TENANT,
                newer.write(fixture.settled("r1", 100, 60, null), event -> {
                    var settled = (GenericRecord) event.get("settled");
                    var provenance = settled.getSchema().getField("provenance").schema();
                    settled.put("provenance", new GenericData.EnumSymbol(provenance, "GUESSED"));
                }),
                Fixture.START);

        assertThat(kit.account(Fixture.ORG).getBalance().getConsumed()).isEqualTo(60);
        assertThat(kit.deadLetters()).isEmpty();
    }

    @Test
    void shouldNotBookASymbolItDoesNotKnowWhereTheAccountDependsOnIt() {
        var newer = new OtherVersion(json -> json.replace("\"USER\"]", "\"USER\",\"TEAM\"]"));

        kit.sendBytes(
                TENANT,
                newer.write(fixture.prepaid("r1", 100, null), event -> {
                    var prepaid = (GenericRecord) event.get("prepaid");
                    var leg = (GenericRecord) ((List<?>) prepaid.get("legs")).get(0);
                    var account = (GenericRecord) leg.get("account");
                    var level = account.getSchema().getField("level").schema();
                    account.put("level", new GenericData.EnumSymbol(level, "TEAM"));
                }),
                Fixture.START);
        good();

        assertThat(reasons()).containsExactly("invalid");
    }

    @Test
    void shouldNotReadARecordThatLacksARequiredField() {
        var broken = new OtherVersion(json -> json.replaceFirst("\\{\"name\":\"source\"[^}]*}[^}]*},", ""));

        kit.sendBytes(TENANT, broken.write(fixture.prepaid("r1", 100, null), event -> {}), Fixture.START);
        good();

        assertThat(reasons()).containsExactly("unreadable");
    }

    @Test
    void shouldNotApplyWhatCannotBeMeant() {
        var prepaid = fixture.prepaid("r1", 100, null);
        var bads = new ArrayList<QuotaEvent>();
        bads.add(changed(prepaid, e -> e.setEventId("no id")));
        bads.add(changed(
                prepaid, e -> e.setSettled(fixture.settled("r1", 1, 1, null).getSettled())));
        bads.add(changed(prepaid, e -> e.getPrepaid().setReservationId("{r}")));
        bads.add(changed(prepaid, e -> e.getPrepaid().setHoldMillis(0)));
        bads.add(changed(prepaid, e -> e.getPrepaid().setHoldMillis(Long.MAX_VALUE)));
        bads.add(changed(prepaid, e -> e.getPrepaid().setLegs(List.of())));
        bads.add(changed(prepaid, e -> e.getPrepaid().getLegs().get(0).setHeld(-1)));
        bads.add(changed(prepaid, e -> e.getPrepaid().getLegs().get(0).setHeld(1L << 53)));
        bads.add(changed(
                prepaid, e -> e.getPrepaid().getLegs().get(0).getAccount().setPeriod("a|b")));
        bads.add(changed(
                prepaid, e -> e.getPrepaid().getLegs().get(2).getAccount().setScope("chat")));
        bads.add(changed(
                prepaid, e -> e.getPrepaid().getLegs().get(2).getAccount().setPeriod("someday")));
        bads.add(changed(
                prepaid, e -> e.getPrepaid().setLegs(twice(e.getPrepaid().getLegs()))));
        bads.add(changed(prepaid, e -> e.setTime(java.time.Instant.parse("+12000-01-01T00:00:00Z"))));
        bads.add(new Fixture("nobody").prepaid("r1", 1, null));

        bads.forEach(kit::send);
        good();

        assertThat(reasons()).hasSize(bads.size()).containsOnly("invalid");
    }

    @Test
    void shouldCallAnEventWithoutAPayloadUnknown() {
        kit.send(fixture.event(e -> {}));

        assertThat(reasons()).containsExactly("unknown_kind");
    }

    @Test
    void shouldNotBookFiguresBeyondWhatRedisCanHold() {
        var max = (1L << 53) - 1;
        kit.send(fixture.prepaid("r1", max, null));
        kit.send(fixture.prepaid("r2", 1, null));

        assertThat(reasons()).containsExactly("invalid");
        assertThat(kit.reader().reservation(Fixture.TENANT, "r2")).isEmpty();
    }

    @Test
    void shouldThrowAndNotCondemnARecordWhenTheRegistryDoesNotAnswer() {
        var values = new AvroDeserializer<>(QuotaEvent.class);
        values.configure(Map.of("schema.registry.url", "http://127.0.0.1:1"), false);
        var reader = new EventReader(values);
        var bytes = bytes(fixture.prepaid("r1", 1, null));

        assertThatThrownBy(() -> reader.read(TENANT, bytes)).isInstanceOf(RegistryUnavailableException.class);
    }

    /** A good event between the bad ones; it is booked exactly. */
    private void good() {
        var before = kit.account(Fixture.ORG).getBalance().getReserved();
        kit.send(fixture.prepaid("good" + goods++, 1, null));
        kit.send(fixture.refunded("good" + (goods - 1), 1, null));
        assertThat(kit.account(Fixture.ORG).getBalance().getReserved()).isEqualTo(before);
        assertThat(kit.account(Fixture.ORG).getBalance().getRefunded()).isEqualTo(goods);
    }

    private List<String> reasons() {
        return kit.deadLetters().stream().map(DeadLetter::getReason).toList();
    }

    private static QuotaEvent changed(QuotaEvent event, Consumer<QuotaEvent.Builder> change) {
        var builder = QuotaEvent.newBuilder(QuotaEvent.newBuilder(event).build());
        change.accept(builder);
        return builder.build();
    }

    private static List<Leg> twice(List<Leg> legs) {
        return List.of(legs.get(0), legs.get(0));
    }

    private static byte[] bytes(QuotaEvent event) {
        return AvroSerde.of(QuotaEvent.class, Fixture.SERDES).toBytes(Topic.EVENTS, event);
    }
}
