package io.quotaledger.streamstopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.schemas.avro.AccountRef;
import io.quotaledger.schemas.avro.StoreUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenario tables against the topology; each scenario has a tenant of its own. */
class TopologyScenarioTest {
    private static final AtomicInteger TENANTS = new AtomicInteger();
    private static final TopologyKit KIT = new TopologyKit();

    private final String tenantId = "t" + TENANTS.incrementAndGet();
    private final Fixture fixture = new Fixture(tenantId);

    @AfterAll
    static void close() {
        KIT.close();
    }

    static Stream<ReservationScenario> scenarios() {
        return ReservationScenario.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldEndAsTheTableSays(ReservationScenario scenario) {
        KIT.sendAll(fixture.opening());
        KIT.sendAll(fixture.seeds());
        var entriesBefore = entries().size();

        KIT.sendAll(scenario.build(fixture));

        for (var ref : Fixture.PATH) {
            var balance = KIT.reader().account(tenantId, ref).orElseThrow().getBalance();
            assertThat(List.of(balance.getReserved(), balance.getConsumed(), balance.getRefunded()))
                    .as("%s", ref)
                    .containsExactly(scenario.reserved(), scenario.consumed(), scenario.refunded());
            assertThat(corrections(ref)).as("%s", ref).isEqualTo(scenario.corrections());
        }
        assertThat(entries().stream().skip(entriesBefore)).isEqualTo(scenario.entries());
        assertThat(conflicts()).isEqualTo(scenario.conflicts());
        assertThat(state()).isEqualTo(scenario.state());
        assertThat(KIT.deadLetters()).isEmpty();
    }

    private List<String> entries() {
        return KIT.journal().stream()
                .filter(entry -> entry.getTenantId().equals(tenantId))
                .map(entry -> entry.getKind().name())
                .toList();
    }

    private List<String> corrections(AccountRef ref) {
        return KIT.storeUpdates().stream()
                .filter(update -> update.getTenantId().equals(tenantId)
                        && update.getAccount().equals(ref))
                .map(StoreUpdate::getUpdate)
                .filter(update -> update != null)
                .map(update -> update.getReserved() + "/" + update.getConsumed())
                .toList();
    }

    private long conflicts() {
        return KIT.outcomes().stream()
                .filter(outcome -> outcome.getTenantId().equals(tenantId))
                .filter(outcome -> outcome.getCode().equals("settlement_conflict"))
                .count();
    }

    private String state() {
        return KIT.reader()
                .reservation(tenantId, ReservationScenario.RESERVATION)
                .map(reservation -> reservation.getPhase().name())
                .orElse("-");
    }
}
